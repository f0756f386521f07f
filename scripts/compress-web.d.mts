/** Returns how many files were compressed. */
export function compressWeb(folder: string): number;
