// Packages of the lock file with all that they need, for what a release is made of.

/** Where Node finds a package that another one imports, as a path in the lock file. */
function findLocked(locked, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (locked[path] !== undefined) return path
    if (folder === '') return null
  }
}

/**
 * @param {Record<string, { dependencies?: Record<string, string> }>} locked `packages` of the lock file
 * @param {readonly string[]} names of packages at the root
 * @returns {Set<string>} their paths and those of all their dependencies, direct or not
 * @throws when one is not in the lock file
 */
export function findPackages(locked, names) {
  const found = new Set()
  const add = (name, from) => {
    const path = findLocked(locked, name, from)
    if (path === null) throw new Error(`${name} is not in the lock file`)
    if (found.has(path)) return
    found.add(path)
    for (const next of Object.keys(locked[path].dependencies ?? {})) add(next, path)
  }
  for (const name of names) add(name, '')
  return found
}
