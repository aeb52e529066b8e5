import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { passUpload } from '../../src/upstream/transport.ts'

/** An upload whose silence lasts as long as the test wants. */
function start() {
  const raw = new PassThrough()
  const timer = { starts: 0, refreshes: 0, isCleared: false, expire: () => {} }
  const body = passUpload(raw, { uploadIdleTimeoutMs: 500, maxBodyBytes: 0 }, (ms, expire) => {
    timer.starts += ms
    timer.expire = expire
    return { refresh: () => timer.refreshes++, clear: () => Object.assign(timer, { isCleared: true }) }
  })
  return { raw, body, timer }
}

t.test('upload: silence while the upstream reads, REQUEST_TIMEOUT', async (t) => {
  const { raw, body, timer } = start()
  t.equal(timer.starts, 500)
  raw.write('x')
  const [chunk] = await once(body, 'data')
  t.equal(String(chunk), 'x')
  t.equal(timer.refreshes, 1, 'every byte begins it anew')
  const failed = once(body, 'error')
  timer.expire()
  t.match(await failed, [{ code: 'REQUEST_TIMEOUT' }])
  t.equal(body.destroyed, true)
})

t.test('upload: silence while the upstream does not read, waited for, and all of it arrives', async (t) => {
  const { raw, body, timer } = start()
  const bytes = 1024 ** 2
  raw.write(Buffer.alloc(bytes))
  await setImmediate()
  const before = timer.refreshes
  timer.expire()
  timer.expire()
  t.equal(timer.refreshes, before + 2, 'begins anew')
  t.equal(body.destroyed, false)
  raw.end()
  let read = 0
  for await (const chunk of body) read += chunk.length
  t.equal(read, bytes)
  t.equal(timer.isCleared, true)
})

t.test('upload: no limit of silence, no timer', async (t) => {
  const raw = new PassThrough()
  passUpload(raw, { uploadIdleTimeoutMs: 0, maxBodyBytes: 0 }, () => {
    throw new Error('a timer')
  })
  raw.end('x')
  t.pass()
})

t.test('upload: ended by its reader, the rest is read so that the client gets an answer', async (t) => {
  const { raw, body, timer } = start()
  body.destroy()
  await once(body, 'close')
  t.equal(timer.isCleared, true)
  raw.write(Buffer.alloc(1024 ** 2))
  raw.end()
  await once(raw, 'end')
})

t.test(
  'upload: as large as maxBodyBytes, passes; one byte more, PAYLOAD_TOO_LARGE and it does not pass',
  async (t) => {
    for (const [bytes, isTooLarge] of [
      [1000, false],
      [1001, true]
    ] as const) {
      const raw = new PassThrough()
      const body = passUpload(raw, { uploadIdleTimeoutMs: 0, maxBodyBytes: 1000 })
      let read = 0
      body.on('data', (chunk) => {
        read += chunk.length
      })
      const over = new Promise((resolve) => body.once(isTooLarge ? 'close' : 'end', resolve))
      const failed = isTooLarge ? once(body, 'error') : null
      raw.write(Buffer.alloc(900))
      await setImmediate()
      raw.end(Buffer.alloc(bytes - 900))
      if (failed !== null)
        t.match(await failed, [{ code: 'PAYLOAD_TOO_LARGE', detail: /maxBodyBytes \(1000\)/ }])
      await over
      t.equal(read, isTooLarge ? 900 : 1000)
      if (!raw.readableEnded) await once(raw, 'end')
    }
  }
)
