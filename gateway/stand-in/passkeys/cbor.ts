import { ProviderError } from '../server/errors.ts'

/** What production answers to a response of an authenticator that it cannot read or does not believe. */
export function refuseResponse(): ProviderError {
  return new ProviderError(400, 'INVALID_AUTHENTICATOR_RESPONSE')
}

/** What authenticators write: whole numbers, bytes, texts, lists, maps. */
export type CborValue = number | Buffer | string | CborValue[] | CborMap
/** A map; its keys are numbers or texts. */
export type CborMap = Map<number | string, CborValue>

// Attestation objects nest three deep.
const MAX_DEPTH = 8
const UTF8 = new TextDecoder('utf-8', { fatal: true })
/** Bytes of the argument by the low five bits of the first byte. */
const ARGUMENT_BYTES: Readonly<Record<number, 1 | 2 | 4>> = { 24: 1, 25: 2, 26: 4 }

/** RFC 8949, major types 0 to 5, definite lengths of at most 32 bits. */
class Reader {
  readonly #bytes: Buffer
  offset: number

  constructor(bytes: Buffer, offset: number) {
    this.#bytes = bytes
    this.offset = offset
  }

  read(depth: number): CborValue {
    if (depth > MAX_DEPTH) throw refuseResponse()
    const first = this.#take(1).readUInt8()
    const argument = this.#argument(first & 31)
    switch (first >> 5) {
      case 0:
        return argument
      case 1:
        return -1 - argument
      case 2:
        return this.#take(argument)
      case 3:
        return this.#text(argument)
      case 4:
        return this.#list(argument, depth)
      case 5:
        return this.#map(argument, depth)
      default:
        throw refuseResponse()
    }
  }

  #argument(low: number): number {
    if (low < 24) return low
    const length = ARGUMENT_BYTES[low]
    if (length === undefined) throw refuseResponse()
    return this.#take(length).readUIntBE(0, length)
  }

  #take(length: number): Buffer {
    const end = this.offset + length
    if (end > this.#bytes.length) throw refuseResponse()
    const taken = this.#bytes.subarray(this.offset, end)
    this.offset = end
    return taken
  }

  #text(length: number): string {
    try {
      return UTF8.decode(this.#take(length))
    } catch {
      throw refuseResponse()
    }
  }

  #list(length: number, depth: number): CborValue[] {
    const list: CborValue[] = []
    while (list.length < length) list.push(this.read(depth + 1))
    return list
  }

  #map(size: number, depth: number): CborMap {
    const map: CborMap = new Map()
    for (let read = 0; read < size; read += 1) {
      const key = this.read(depth + 1)
      if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key)) throw refuseResponse()
      map.set(key, this.read(depth + 1))
    }
    return map
  }
}

/** The value that begins at `offset`, and where it ends; throws the refusal for anything else than authenticators write. */
export function decodeCbor(bytes: Buffer, offset = 0): { value: CborValue; end: number } {
  const reader = new Reader(bytes, offset)
  const value = reader.read(0)
  return { value, end: reader.offset }
}

/** The map that these bytes are, wholly; throws the refusal for anything else. */
export function decodeCborMap(bytes: Buffer): CborMap {
  const { value, end } = decodeCbor(bytes)
  if (!(value instanceof Map) || end !== bytes.length) throw refuseResponse()
  return value
}
