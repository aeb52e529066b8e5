/** A member of a `DenseList`: it holds its own place. */
export interface Listed {
  /** Place in the list that it is in; -1 in none. Written by the list alone. */
  listIndex: number
}

/**
 * An unordered list whose members know their place, so that adding and removing take constant time and allocate nothing.
 *
 * For members that come and go with each request. A `Set` or `Map` there rehashes every few dozen changes, and V8 links each
 * dropped table to its successor: once one of them is in the old space, every later table and its members survive
 * scavenges, and each request is promoted although it is garbage.
 */
export class DenseList<T extends Listed> implements Iterable<T> {
  readonly #members: T[] = []

  get size(): number {
    return this.#members.length
  }

  /** Adds a member that is in no list. */
  add(member: T): void {
    member.listIndex = this.#members.push(member) - 1
  }

  has(member: T): boolean {
    return this.#members[member.listIndex] === member
  }

  /** Removes a member, and returns whether it was in this list. The last member takes its place. */
  remove(member: T): boolean {
    if (!this.has(member)) return false
    const last = this.#members.pop() as T
    if (last !== member) {
      this.#members[member.listIndex] = last
      last.listIndex = member.listIndex
    }
    member.listIndex = -1
    return true
  }

  /** Removes and returns all members. */
  takeAll(): T[] {
    const taken = this.#members.splice(0)
    for (const member of taken) member.listIndex = -1
    return taken
  }

  /** Over the members at the time of the call: they may be removed meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#members].values()
  }
}
