/** Query strings as plain text, both ways: nothing is guessed to be a number, so a link keeps what it said. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function parseSearch(search: string): SearchParams {
  const params = new URLSearchParams(search);
  const result: SearchParams = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    result[name] = values.length > 1 ? values : values[0];
  }
  return result;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) params.append(name, String(one));
    }
  }
  return params.size > 0 ? `?${params}` : '';
}
