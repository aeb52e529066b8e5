type Members = Readonly<Record<string, unknown>>

/**
 * A claim by its name, or by a path such as `firebase.sign_in_provider`; undefined: there is none. A member whose own name
 * holds dots comes first, at every level: `firebase.identities.google.com`. Own members only.
 */
export function findClaim(claims: Members, name: string): unknown {
  let value: unknown = claims
  for (const member of pathOf(claims, name)) {
    if (!hasMember(value, member)) return undefined
    value = value[member]
  }
  return value
}

/** The claims of these names, each where it stands in the token: a path gives its last member inside the objects before it. */
export function pickClaims(claims: Members, names: readonly string[]): Members {
  const picked: Record<string, unknown> = Object.create(null)
  for (const name of names) copyMember(claims, picked, pathOf(claims, name))
  return picked
}

function pathOf(claims: Members, name: string): readonly string[] {
  const path: string[] = []
  let node: unknown = claims
  let rest = name
  for (let dot = rest.indexOf('.'); dot !== -1 && !hasMember(node, rest); dot = rest.indexOf('.')) {
    const member = rest.slice(0, dot)
    path.push(member)
    node = hasMember(node, member) ? node[member] : undefined
    rest = rest.slice(dot + 1)
  }
  return [...path, rest]
}

function hasMember(value: unknown, name: string): value is Members {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}

/** Writes into `to` alone: the claims belong to a session that is remembered. */
function copyMember(
  from: unknown,
  to: Record<string, unknown>,
  [name = '', ...rest]: readonly string[]
): void {
  if (!hasMember(from, name)) return
  const value = from[name]
  // All of it is there already.
  if (to[name] === value) return
  if (rest.length === 0) {
    to[name] = value
    return
  }
  const inner: Record<string, unknown> = Object.assign(Object.create(null), to[name])
  copyMember(value, inner, rest)
  if (Object.keys(inner).length > 0) to[name] = inner
}
