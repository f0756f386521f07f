/** What ILIKE looks for when somebody types words into a search: them, anywhere, taken as they are. Null: no words. */
export function searchPattern(search: string): string | null {
  const words = search.replace(/[\r\n]+/g, ' ').trim();
  return words ? `%${words.replace(/[\\%_]/g, '\\$&')}%` : null;
}
