import { fstatSync, write, writeSync } from 'node:fs'
import { createTimedFlag, type LogCondition } from './condition.ts'

/** Worth a write of its own, which wakes two threads; fewer bytes wait for more. */
const MIN_WRITE_BYTES = 32 * 1024
/** Maximum wait of a line for others to be written with. */
const GATHER_MS = 250
const CHUNK_BYTES = 64 * 1024
/** PIPE_BUF of Linux: a pipe takes a write of up to that many bytes whole or not at all. */
const WHOLE_BYTES = 4096
const MAX_WAITING_BYTES = 16 * 1024 * 1024
const FIRST_PAUSE_MS = 10
const MAX_PAUSE_MS = 250
/** A reader that reads nothing for longer is a failure. */
const MAX_STALL_MS = 1000

/** Neither blocks nor throws: failed writes are repeated. Lines beyond the buffer are lost until half of it is free. Pipes get whole lines of up to 4 KiB. */
export function createLogDestination(options: {
  /** Pipes and sockets must be non-blocking: a write blocked in a thread would delay process exit. */
  fd: number
  /** Default 16 MiB; lines beyond it are dropped. */
  maxBytes?: number
  /** Writes each line at once: for platforms that take the processor away between requests. Default false. */
  isPrompt?: boolean
  /** Called after lines were lost, once there is space again; what it writes goes where they are missing. */
  onLost: (lines: number) => void
  /** Called once, if the log cannot be written or lines were lost because it is not read. `code`: such as `ENOSPC`. */
  onFailure: (code: string) => void
}) {
  const { maxBytes = MAX_WAITING_BYTES, isPrompt = false, onLost, onFailure } = options
  let fd: number | null = options.fd
  const stats = fstatSync(options.fd)
  /** Its writes may end anywhere if there is no more space. */
  const isStream = stats.isFIFO() || stats.isSocket()
  /** Runs after the current write. */
  let move: (() => void) | null = null
  /** Lines not being written yet. */
  const chunks: Chunk[] = []
  let spare: Buffer | null = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let writing: Chunk | null = null
  /** What is left of it. */
  let rest: Buffer | null = null
  /** Of `rest`, in the current write. */
  let sentBytes = 0
  let waitingBytes = 0
  /** Since there was last space. */
  let lostLines = 0
  let allLostLines = 0
  let failure: string | null = null
  const failing = createTimedFlag(() => Date.now() / 1000)
  let state: 'idle' | 'writing' | 'paused' = 'idle'
  let pauseMs = FIRST_PAUSE_MS
  let stalledMs = 0
  let hasFailed = false
  /** Whether even a few bytes should be written now. */
  let isDue = false
  let gathering: NodeJS.Timeout | null = null
  const flushed = new Set<() => void>()

  function take(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (fd === null || lostLines > 0 || waitingBytes + bytes > maxBytes) {
      const lines = countLines(line)
      lostLines += lines
      allLostLines += lines
      updateFailing()
      fail('EAGAIN')
      return
    }
    waitingBytes += bytes
    const last = chunks.at(-1)
    const chunk = last !== undefined && last.length + bytes <= last.buffer.length ? last : addChunk(bytes)
    chunk.length += chunk.buffer.write(line, chunk.length)
  }

  function addChunk(bytes: number): Chunk {
    const buffer = bytes > CHUNK_BYTES ? null : spare
    if (buffer !== null) spare = null
    const chunk = { buffer: buffer ?? Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes)), length: 0 }
    chunks.push(chunk)
    return chunk
  }

  function fail(code: string): void {
    if (hasFailed) return
    hasFailed = true
    onFailure(code)
  }

  /** `code`: of the last write, if it failed. */
  function updateFailing(code = failure): void {
    failure = code
    failing.set(lostLines > 0 || failure !== null)
  }

  function next(): Buffer {
    if (rest === null) {
      writing = chunks.shift() ?? null
      rest = writing === null ? NOTHING : writing.buffer.subarray(0, writing.length)
    }
    const lines = isStream ? firstLines(rest) : rest
    sentBytes = lines.length
    return lines
  }

  function written(bytes: number): void {
    // Given up meanwhile.
    if (rest === null) return
    waitingBytes -= bytes
    if (bytes < rest.length) {
      rest = rest.subarray(bytes)
      return
    }
    rest = null
    if (writing?.buffer.length === CHUNK_BYTES) spare ??= writing.buffer
  }

  function reportLoss(): void {
    if (lostLines === 0 || waitingBytes > maxBytes / 2) return
    const lines = lostLines
    lostLines = 0
    updateFailing()
    onLost(lines)
  }

  function writeMore(): void {
    if (waitingBytes === 0) for (const settle of flushed) settle()
    const isWorthIt = isPrompt || isDue || rest !== null || waitingBytes >= MIN_WRITE_BYTES
    if (fd === null || waitingBytes === 0 || !isWorthIt) {
      state = 'idle'
      gather()
      return
    }
    isDue = flushed.size > 0
    state = 'writing'
    write(fd, next(), settleWrite)
  }

  function writeNow(): void {
    isDue = true
    if (state === 'idle') writeMore()
  }

  function gather(): void {
    if (fd === null || waitingBytes === 0 || gathering !== null) return
    gathering = setTimeout(() => {
      gathering = null
      writeNow()
    }, GATHER_MS).unref()
  }

  function finishMove(): void {
    move?.()
    move = null
  }

  function settleWrite(err: NodeJS.ErrnoException | null, bytes: number): void {
    finishMove()
    if (err === null && bytes > 0) {
      written(bytes)
      updateFailing(null)
      pauseMs = FIRST_PAUSE_MS
      stalledMs = 0
      reportLoss()
      writeMore()
      return
    }
    const code = err === null ? 'EAGAIN' : (err.code ?? err.message)
    if (code !== 'EAGAIN' || stalledMs >= MAX_STALL_MS) {
      updateFailing(code)
      fail(code)
    }
    stalledMs += pauseMs
    state = 'paused'
    setTimeout(writeMore, pauseMs).unref()
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
  }

  /** Drops waiting lines. Returns their number plus earlier lost lines not yet passed to `onLost`. */
  function giveUp(): number {
    const texts = chunks.map(({ buffer, length }) => buffer.subarray(0, length))
    const waiting = countLines(Buffer.concat([...texts, rest ?? NOTHING]).toString('latin1'))
    const lines = waiting + lostLines
    allLostLines += waiting
    lostLines = 0
    waitingBytes = 0
    chunks.length = 0
    rest = null
    updateFailing(null)
    return lines
  }

  return {
    /** One or more complete lines. */
    write(line: string): void {
      take(line)
      if (state === 'idle') writeMore()
    },
    /** Resolves when everything is written, or after the timeout. */
    flush: (withinMs: number) =>
      new Promise<void>((resolve) => {
        const settle = () => {
          clearTimeout(deadline)
          flushed.delete(settle)
          resolve()
        }
        const deadline = setTimeout(settle, withinMs)
        flushed.add(settle)
        writeNow()
      }),
    /** A reader that pauses for less than a second is not a failure. */
    condition: (): LogCondition => ({
      lostLines: allLostLines,
      isFailing: failing.value,
      failure: failure === null ? null : `cannot be written: ${failure}`,
      changedAtSeconds: failing.changedAtSeconds
    }),
    giveUp,
    /** Sends new lines to `next`; null: drops them. `onLeft` gets the previous descriptor once no write to it is running. */
    moveTo(next: number | null, onLeft: (former: number) => void): void {
      const before = move
      move = () => {
        before?.()
        const former = fd
        fd = next
        if (former !== null) onLeft(former)
      }
      if (state !== 'writing') finishMove()
    },
    /** One last synchronous attempt at process exit. Never waits. Returns how many lines could not be written. */
    writeRest(): number {
      if (fd === null) return 0
      // Its thread may still be busy with it.
      if (state === 'writing') written(sentBytes)
      try {
        while (waitingBytes > 0) written(writeSync(fd, next()))
      } catch {
        // Full, gone or not read: too late to retry.
      }
      return giveUp()
    }
  }
}

/** Lines that are written together. `length`: bytes used. */
interface Chunk {
  buffer: Buffer
  length: number
}

const NOTHING = Buffer.alloc(0)

/** As many lines as are written whole; a longer one alone. `lines`: ends with a line end. */
function firstLines(lines: Buffer): Buffer {
  if (lines.length <= WHOLE_BYTES) return lines
  const end = lines.lastIndexOf('\n', WHOLE_BYTES - 1)
  return lines.subarray(0, (end === -1 ? lines.indexOf('\n') : end) + 1)
}

const countLines = (text: string): number => text.split('\n').length - 1
