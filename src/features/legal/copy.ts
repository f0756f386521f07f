/**
 * The shape of the rules and legal pages, and how they write amounts and dates. A page is a pure function of the
 * campaign and of the constants the code runs on, so that it cannot say anything else than the site does (HON-7).
 */
import type { Campaign } from '#campaign/document.ts';

/** Text may hold links as [words](/path). */
export type Block = string | { list: string[] } | { table: { head: string[]; rows: string[][] } };

export interface DocumentPart {
  id: string;
  title: string;
  blocks: Block[];
}

export interface LegalDocument {
  title: string;
  lead: string;
  parts: DocumentPart[];
}

/** 'December 31, 2027, 23:59', in the campaign's own time zone; days as every other page writes them. */
export function sayMoment(iso: string, { timeZone }: Pick<Campaign, 'timeZone'>): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).formatToParts(new Date(iso));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')} ${part('day')}, ${part('year')}, ${part('hour')}:${part('minute')}`;
}

export function sayBytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MB`;
}

export function sayCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Every piece of text of a document, for searching and tests. */
export function plainText({ title, lead, parts }: LegalDocument): string {
  const words = (block: Block): string[] => {
    if (typeof block === 'string') return [block];
    return 'list' in block ? block.list : [...block.table.head, ...block.table.rows.flat()];
  };
  return [title, lead, ...parts.flatMap((part) => [part.title, ...part.blocks.flatMap(words)])].join('\n');
}
