/** `name`, with a number if it is taken: `Linux`, `Linux 2`. */
export function nextName(name: string, taken: readonly (string | null)[]): string {
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(numbered)) return numbered
  }
}
