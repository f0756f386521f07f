/**
 * What is kept about a person, stated by the feature that keeps it. A person is a phone number, however it was typed:
 * everything that was sent in, voted, invited or bought with it. Privacy walks what the features bring and knows no table.
 */
import type { DbOrTx, Tx } from '#platform/db/connect.ts';

/** What stands where others, or the law, need the row but not the words. */
export const ERASED = 'Erased on request';

/** As it was typed with a track, and in E.164 where it is such a number. */
export interface TypedNumber {
  phoneNumber: string;
  e164: string | null;
}

/** What a number leads to: the names it was used with, its spellings, and the rows that other features point to. */
export interface Traces {
  names: string[];
  phoneNumbers: string[];
  submissionIds?: number[];
  albumIds?: number[];
}

export interface Person extends TypedNumber {
  /** The digits of every spelling it was seen in or may have been typed in; as it was typed comes first. */
  digits: string[];
  /** In place of the number, where one person counts once. */
  digest: string;
  /** As they called themselves, in lower case. */
  names: string[];
  submissionIds: number[];
  albumIds: number[];
}

/** Where a person's things go when their number was lost. */
export interface NewNumber {
  e164: string;
  digest: string;
}

/** A number that was texted, and what may stay in its place. */
export interface TextedNumber {
  phone: string;
  digest: string;
}

export interface PersonalData {
  /** 'table.column', each seen to by export and erase below; 'table.*' where the whole row goes. */
  columns: readonly string[];
  /** Columns that stay as they are, by the reason: they hold nothing about a person, or are kept under another rule. */
  kept?: Readonly<Record<string, readonly string[]>>;
  find?(tx: DbOrTx, number: TypedNumber): Promise<Traces>;
  /** Parts of the file a person can be given. Other people's names and numbers stay out of it. */
  export?(tx: DbOrTx, person: Person): Promise<Record<string, unknown[]>>;
  /** Forgets a number that was only texted. Also the first step of erasing a person. */
  eraseNumber?(tx: Tx, number: TextedNumber, now: Date): Promise<void>;
  /**
   * Hands what carries their number over to another. What others count on stays counted: where both numbers have what
   * one may have once, the older one stays without a number. Rows that only belong to their tracks move with them.
   */
  move?(tx: Tx, person: Person, to: NewNumber): Promise<void>;
  /** Deletes what is theirs and unnames what has to stay. Answers with stored objects to delete once it is committed. */
  erase?(tx: Tx, person: Person): Promise<string[] | undefined>;
}
