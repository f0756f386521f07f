/** Turns what a file system or PostgreSQL complains about while starting into one sentence a person can act on. */
import { StartError } from '../errors.ts';

const OTHER_FOLDER = 'Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.';

/** Wraps work on the data folder: known troubles become a StartError, others pass through. */
export async function explainFileErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFileError(error, folder) ?? error;
  }
}

export function explainFileError(error: unknown, folder: string): StartError | undefined {
  if (error instanceof StartError) return error;
  const sentence = sentenceFor((error as NodeJS.ErrnoException)?.code ?? '', folder);
  return sentence ? new StartError(sentence, { cause: error }) : undefined;
}

/** For the rest of the start, where other codes have other reasons. 53100: PostgreSQL's own word for a full disk. */
export function explainFullDisk(error: unknown, folder: string): StartError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as NodeJS.ErrnoException).code ?? '';
    if (['ENOSPC', 'EDQUOT', '53100'].includes(code))
      return new StartError(sentenceFor('ENOSPC', folder)!, { cause: error });
  }
  return undefined;
}

function sentenceFor(code: string, folder: string): string | undefined {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full: there is no room left for the data folder ${folder}.`;
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${folder} cannot be written by this user. ${OTHER_FOLDER}`;
    case 'EROFS':
      return `The data folder ${folder} is on a read-only disk. ${OTHER_FOLDER}`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${folder} is, or lies below, something that is not a folder. ${OTHER_FOLDER}`;
    default:
      return undefined;
  }
}

/** What `initdb` or `postgres` printed before it gave up, as one sentence. */
export function explainServerOutput(output: string, folder: string): StartError {
  if (/No space left on device|Disk quota exceeded/i.test(output))
    return new StartError(sentenceFor('ENOSPC', folder)!);
  if (/Read-only file system/i.test(output)) return new StartError(sentenceFor('EROFS', folder)!);
  const user = /could not look up effective user ID (\d+)/.exec(output);
  if (user)
    return new StartError(
      `PostgreSQL cannot run as user id ${user[1]}, which has no name on this system. Start as a named user, or set DATABASE_URL.`,
    );
  const lines = output.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /FATAL|PANIC|error:|cannot|could not|not found/i.test(line)).at(-1);
  const said = (telling ?? lines.filter(Boolean).at(-1) ?? 'it said nothing').replace(
    /^.*?(FATAL|PANIC|error):\s*/,
    '',
  );
  return new StartError(`PostgreSQL did not start in ${folder}: ${said.replace(/\.?$/, '.')}`);
}
