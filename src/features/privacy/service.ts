/**
 * A person's data, exported, erased or moved to another number on request. What is kept where, each feature says itself: erasing deletes what is
 * theirs; where others or the law need the record (votes on other tracks, books, standings) it stays without anything
 * that names them.
 */
import type { Deps } from '#deps.ts';
import { cancelCalledOff, digestPhone } from '#features/sms/service.ts';
import { eraseNumbers } from '#features/sms/service-erasure.ts';
import { readNumber } from '#features/submissions/queries.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { type CountryCode, normalisePhone, spellPhone } from '#platform/phone.ts';
import { keepDigits } from '#platform/phone-digits.ts';
import type { Person, TypedNumber } from '#ports/personal-data.ts';

type DataDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'personalData'>;

/** Everything a number leads to. */
async function findPerson(
  deps: Pick<Deps, 'tokens' | 'personalData'>,
  tx: DbOrTx,
  number: TypedNumber,
): Promise<Person> {
  const traces = [];
  for (const { find } of deps.personalData) if (find) traces.push(await find(tx, number));
  const typed = [number.phoneNumber, ...traces.flatMap(({ phoneNumbers }) => phoneNumbers)];
  const spelled = number.e164 ? spellPhone(number.e164) : [];
  const digits = [...new Set([...typed.map(keepDigits), ...spelled])];
  return {
    ...number,
    digits,
    digest: digestPhone(deps, number.e164 ?? digits[0]),
    names: [...new Set(traces.flatMap(({ names }) => names.map((name) => name.toLowerCase())))],
    submissionIds: traces.flatMap(({ submissionIds = [] }) => submissionIds),
    albumIds: traces.flatMap(({ albumIds = [] }) => albumIds),
  };
}

/** Whom staff mean: the artist of a submission, or whoever has a number, which fans and payers without a track do. */
type Whose = { submissionId: number } | { phoneNumber: string };

async function findMeant(deps: DataDeps & Pick<Deps, 'campaign'>, tx: DbOrTx, whose: Whose) {
  if ('submissionId' in whose) {
    const { submissionId: id } = whose;
    return {
      person: await findPerson(deps, tx, await readNumber(tx, id)),
      subject: { type: 'submission', id },
    };
  }
  const e164 = normalisePhone(whose.phoneNumber, deps.campaign.defaultCountry as CountryCode);
  if (!e164) throw new AppError('invalid', 'This is no phone number.');
  const person = await findPerson(deps, tx, { phoneNumber: whose.phoneNumber, e164 });
  // The trail is for good, so it knows numbers by their digests alone.
  return { person, subject: { type: 'number', id: person.digest } };
}

/** Everything held about a person, in a file they can be given. */
export async function exportPerson(
  deps: DataDeps & Pick<Deps, 'campaign'>,
  actor: StaffIdentity,
  whose: Whose,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { person, subject } = await findMeant(deps, tx, whose);
    const now = deps.clock.now();
    const data = { exportedAt: now, phoneNumber: person.phoneNumber };
    for (const part of deps.personalData) Object.assign(data, await part.export?.(tx, person));
    await recordAudit(tx, { at: now, actor, action: 'artist.export', subject });
    return JSON.stringify(data, null, 2);
  });
}

/** Erases a person for good. Returns how many submissions that were. */
export async function erasePerson(
  deps: DataDeps & Pick<Deps, 'campaign' | 'storage' | 'log' | 'sms'>,
  actor: StaffIdentity,
  whose: Whose,
  { phoneNumber, reason }: { phoneNumber: string; reason: string },
): Promise<number> {
  const { erased, objects } = await deps.db.transaction(async (tx) => {
    const { person, subject } = await findMeant(deps, tx, whose);
    if (keepDigits(phoneNumber) !== keepDigits(person.phoneNumber))
      throw new AppError('conflict', 'The phone number typed is not the artist’s. Nothing was erased.');
    const now = deps.clock.now();
    if (person.e164) await eraseNumbers(deps, tx, [person.e164], now);
    const left: string[] = [];
    for (const part of deps.personalData) left.push(...((await part.erase?.(tx, person)) ?? []));
    const detail = { submissions: person.submissionIds, albums: person.albumIds.length, reason };
    await recordAudit(tx, { at: now, actor, action: 'artist.erase', subject, detail });
    return { erased: person.submissionIds.length, objects: left };
  });
  await cancelCalledOff(deps);
  for (const key of objects)
    await deps.storage
      .deleteObject(key)
      .catch((error) => deps.log.warn({ err: error }, 'an object was left behind'));
  return erased;
}

/** For somebody who lost their number: all of it is another's from now on. Both have to prove theirs again. */
export async function movePerson(
  deps: DataDeps & Pick<Deps, 'campaign'>,
  actor: StaffIdentity,
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<{ submissions: number; albums: number }> {
  const country = deps.campaign.defaultCountry as CountryCode;
  const e164 = normalisePhone(to, country);
  const number = { phoneNumber: from, e164: normalisePhone(from, country) };
  if (!e164) throw new AppError('invalid', 'The new number is no phone number. Nothing was moved.');
  if (e164 === number.e164) throw new AppError('invalid', 'These are the same number. Nothing was moved.');
  return deps.db.transaction(async (tx) => {
    const person = await findPerson(deps, tx, number);
    const target = { e164, digest: digestPhone(deps, e164) };
    // The last first: people, to whom others may point, are among the first.
    for (const part of [...deps.personalData].reverse()) await part.move?.(tx, person, target);
    const { submissionIds: submissions, albumIds } = person;
    // The trail is for good, so it knows numbers by their digests alone.
    const subject = { type: 'number', id: person.digest };
    const detail = { to: target.digest, submissions, albums: albumIds.length, reason };
    await recordAudit(tx, { at: deps.clock.now(), actor, action: 'person.move', subject, detail });
    return { submissions: submissions.length, albums: albumIds.length };
  });
}
