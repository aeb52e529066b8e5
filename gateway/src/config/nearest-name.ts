/** The name that a misspelt one was probably meant to be: at most a third of its letters differ. Null: none is near. */
export function findNearestName(misspelt: string, names: readonly string[]): string | null {
  const wanted = misspelt.toLowerCase()
  const ranked = names
    .map((name) => ({ name, distance: countEdits(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [nearest] = ranked
  return nearest !== undefined && nearest.distance <= misspelt.length / 3 ? nearest.name : null
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
