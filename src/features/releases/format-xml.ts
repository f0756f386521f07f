/** XML, written from plain values: elements in the order given, nothing that a parser would refuse. */

/** One element: its name, what is in it, its attributes. What is null or undefined is left out. */
export interface XmlElement {
  name: string;
  content: XmlContent;
  attributes: Record<string, string>;
}
type XmlContent = string | readonly (XmlElement | null | undefined)[];

export const element = (
  name: string,
  content: XmlContent,
  attributes: Record<string, string> = {},
): XmlElement => ({ name, content, attributes });

export const printXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${print(root, '')}`;

function print({ name, content, attributes }: XmlElement, indent: string): string {
  const opened = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const tag = `${indent}<${name}${opened.join('')}`;
  if (typeof content === 'string') return `${tag}>${escapeXml(content)}</${name}>\n`;
  const children = content.filter((child) => child !== null && child !== undefined);
  if (children.length === 0) return `${tag}/>\n`;
  return `${tag}>\n${children.map((child) => print(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML 1.0 has no control characters, and no halves of a surrogate pair: they are left out. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
