import { deepEqual, equal } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { MAIN } from '../test/fixtures/processes/child-process.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { signatureKeyOf } from '../test/fixtures/session/signature-keys.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { startEchoUpstream } from '../test/fixtures/wire/upstream.ts'

const RESTARTS = 4
const REQUESTS_BETWEEN = 100
/** Concurrent senders of sequential requests, each request on a new connection. */
const LANES = 10
const TIMEOUT_MS = 120_000

/** Sockets inherited from a parent process. */
export async function checkSockets({ check, skip }: Checks): Promise<void> {
  const title = `socket activation: ${RESTARTS} restarts under load refuse no connection`
  const python = findProgram('PYTHON_PATH', 'python3')
  if (python === null) skip(title, 'python3 not found')
  else await check(title, () => restartUnderLoad(python), TIMEOUT_MS)
}

async function restartUnderLoad(python: string): Promise<void> {
  const upstream = await startEchoUpstream(null)
  const [managementPort = 0] = await findFreePorts(1)
  const holder = spawn(
    python,
    [packagePath('gateway', 'test-operate', 'socket-holder.py'), process.execPath, MAIN, 'start'],
    { stdio: ['pipe', 'pipe', 'inherit'], env: variables(upstream.url, managementPort) }
  )
  const nextNumber = readNumbers(holder.stdout)
  try {
    const url = `http://127.0.0.1:${await nextNumber()}/open`
    // The program has only just started: the first connections have to wait as well.
    const load = startLoad(url)
    for (let count = 0; count < RESTARTS; count++) {
      await load.answered(REQUESTS_BETWEEN)
      holder.stdin.write('\n')
      equal(await nextNumber(), 0, 'the former process ended cleanly')
    }
    await load.answered(REQUESTS_BETWEEN)
    deepEqual(await load.stop(), [])
    holder.stdin.end()
    equal(await nextNumber(), 0)
  } finally {
    // Also ends the gateway, which survives if the holder is killed.
    holder.stdin.end()
    await upstream.close()
  }
}

/** Returns the next line that is a number; the others are the gateway log. */
function readNumbers(stream: Readable): () => Promise<number> {
  const lines = createInterface(stream)[Symbol.asyncIterator]()
  return async () => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done === true) throw new Error('the holder of the socket has ended')
      if (/^-?\d+$/.test(value)) return Number(value)
    }
  }
}

function variables(upstreamUrl: string, managementPort: number): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
    GATEHOUSE_MANAGEMENT_PORT: String(managementPort),
    GATEHOUSE_UPSTREAM_URL: upstreamUrl,
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-test',
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: 'http://127.0.0.1:9/none',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('socket activation'),
    GATEHOUSE_ACCESS_RULES: '[{"path":"/open","allow":"public"}]'
  }
}

/** Sends requests without a pause until stopped. */
function startLoad(url: string) {
  let isOver = false
  let responses = 0
  const errors: string[] = []
  let look = () => {}
  const lanes = Array.from({ length: LANES }, async () => {
    while (!isOver) {
      try {
        const { status } = await send(url, { headers: { connection: 'close' } })
        if (status !== 200) errors.push(`status ${status}`)
      } catch (err) {
        errors.push(err instanceof Error ? err.message : 'unknown')
      }
      responses += 1
      look()
    }
  })
  return {
    /** Resolves after this many more responses. */
    answered(count: number): Promise<void> {
      const enough = responses + count
      return new Promise((resolve) => {
        look = () => {
          if (responses >= enough) resolve()
        }
      })
    },
    async stop(): Promise<string[]> {
      isOver = true
      await Promise.all(lanes)
      return errors
    }
  }
}
