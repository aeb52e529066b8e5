import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { StoreAddress } from '../../src/shared-state/settings-checks.ts'
import { createClient, type StoreLibrary } from '../../src/shared-state/store-client.ts'

interface Options {
  password?: string
  sentinelPassword?: string
  retryStrategy(attempts: number): number
}

/** The credentials of a client of this address, before and after another connection attempt. */
function createCredentials(address: StoreAddress, passwordFile: string | null) {
  class Redis extends EventEmitter {
    readonly options: Options
    constructor(options: Options) {
      super()
      this.options = { ...options }
    }
  }
  const library = { Redis, Cluster: Redis } as unknown as StoreLibrary
  const settings = { timeoutMs: 1000, passwordFile, caFile: null }
  const { options } = createClient(library, address, settings, () => {}) as unknown as Redis
  const read = () => [options.password, options.sentinelPassword]
  return {
    read,
    readAfterAnAttempt: () => {
      options.retryStrategy(1)
      return read()
    }
  }
}

const host = { host: 'a', port: 1 }
const shared = { database: 0, tls: false, username: null }
const SERVER: StoreAddress = { kind: 'server', ...host, ...shared }
const SENTINEL: StoreAddress = { kind: 'sentinel', hosts: [host], primary: 'main', ...shared }

t.test('store client: a new password in its file is used at the next connection attempt', async (t) => {
  const passwordFile = join(t.testdir({ password: 'first\n' }), 'password')
  const [server, sentinel] = [SERVER, SENTINEL].map((address) => createCredentials(address, passwordFile))
  t.same(
    [server?.read(), sentinel?.read()],
    [
      ['first', undefined],
      ['first', 'first']
    ]
  )
  writeFileSync(passwordFile, 'second\n')
  t.same(
    [server?.readAfterAnAttempt(), sentinel?.readAfterAnAttempt()],
    [
      ['second', undefined],
      ['second', 'second']
    ]
  )
  writeFileSync(passwordFile, '\n')
  t.same(sentinel?.readAfterAnAttempt(), ['second', 'second'], 'a momentarily empty file')
  t.same(createCredentials(SENTINEL, null).readAfterAnAttempt(), [undefined, undefined], 'no file')
})
