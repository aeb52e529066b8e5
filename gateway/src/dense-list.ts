/** A member of a `DenseList`: it holds its own index. */
export interface Listed {
  /** -1 while in none. Written only by the list. */
  listIndex: number
}

/** An unordered list whose members know their index: add and remove take constant time and allocate nothing (gateway/docs/hot-path.md). */
export class DenseList<T extends Listed> implements Iterable<T> {
  readonly #members: T[] = []
  #whenEmpty: (() => void)[] | null = null

  get size(): number {
    return this.#members.length
  }

  add(member: T): void {
    member.listIndex = this.#members.push(member) - 1
  }

  has(member: T): boolean {
    return this.#members[member.listIndex] === member
  }

  /** Returns whether the member was in this list. The last member takes its place. */
  remove(member: T): boolean {
    if (this.#members[member.listIndex] !== member) return false
    const last = this.#members.pop() as T
    if (last !== member) {
      this.#members[member.listIndex] = last
      last.listIndex = member.listIndex
    }
    member.listIndex = -1
    if (this.#whenEmpty !== null && this.size === 0) {
      for (const settle of this.#whenEmpty) settle()
      this.#whenEmpty = null
    }
    return true
  }

  /** Resolves as soon as the last member has been removed. */
  waitUntilEmpty(): Promise<void> {
    if (this.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#whenEmpty ??= []
      this.#whenEmpty.push(resolve)
    })
  }

  takeAll(): T[] {
    const taken = this.#members.splice(0)
    for (const member of taken) member.listIndex = -1
    return taken
  }

  /** Iterates over a snapshot: members may be removed meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#members].values()
  }
}
