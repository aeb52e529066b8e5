/**
 * The name that a misspelt one was probably meant to be, or null. `mostEdits`: letters that may differ; a third of them
 * when left out.
 */
export function findNearestName(
  misspelt: string,
  names: readonly string[],
  mostEdits: number = misspelt.length / 3
): string | null {
  const wanted = misspelt.toLowerCase()
  const ranked = names
    .map((name) => ({ name, distance: countEdits(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [nearest] = ranked
  return nearest !== undefined && nearest.distance <= mostEdits ? nearest.name : null
}

/** Letters to insert, drop or change (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const change = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(change, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
