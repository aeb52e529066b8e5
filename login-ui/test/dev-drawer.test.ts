import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { fetchContents, type PollingBrowser, poll } from '../src/dev-drawer/contents.ts'

const CONTENTS = { users: [], password: null, mails: [], codes: [], examples: [] }
const answer = { status: 200, body: '' }
const server = createServer((_req, res) => {
  res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/`

t.test('dev drawer: contents of a test provider are returned unchanged', async (t) => {
  Object.assign(answer, { status: 200, body: JSON.stringify(CONTENTS) })
  t.same(await fetchContents(url), CONTENTS)
})

t.test('dev drawer: a response that is not from a test provider is rejected', async (t) => {
  const { codes: _codes, ...less } = CONTENTS
  for (const body of [
    'null',
    '[]',
    '"users"',
    '{',
    JSON.stringify(less),
    JSON.stringify({ ...CONTENTS, users: {} })
  ]) {
    Object.assign(answer, { status: 200, body })
    await t.rejects(fetchContents(url), body)
  }
  Object.assign(answer, { status: 503, body: JSON.stringify(CONTENTS) })
  await t.rejects(fetchContents(url), 'another status')
})

/** A browser whose page visibility and timers are controlled by the test. */
function pollingBrowser() {
  const timers = new Set<() => void>()
  const listeners = new Set<() => void>()
  let visible = true
  const browser: PollingBrowser = {
    isVisible: () => visible,
    onVisibility(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    after(_ms, task) {
      timers.add(task)
      return () => timers.delete(task)
    }
  }
  return {
    browser,
    timers,
    listeners,
    show(isVisible: boolean) {
      visible = isVisible
      for (const listener of listeners) listener()
    },
    endPauses() {
      for (const task of [...timers]) {
        timers.delete(task)
        task()
      }
    }
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

t.test('dev drawer: while open and visible, polls after each pause', async (t) => {
  const { browser, endPauses, timers, listeners } = pollingBrowser()
  let looks = 0
  const stop = poll(async () => void looks++, browser)
  await turn()
  endPauses()
  await turn()
  t.equal(looks, 2)
  t.equal(timers.size, 1, 'one pause at a time')
  stop()
  t.same([timers.size, listeners.size], [0, 0], 'closed: no timer, no listener')
})

t.test('dev drawer: stops polling when hidden, and polls at once when shown again', async (t) => {
  const { browser, show, timers, endPauses } = pollingBrowser()
  let looks = 0
  const stop = poll(async () => void looks++, browser)
  await turn()
  show(false)
  endPauses()
  await turn()
  t.same([looks, timers.size], [1, 0])
  show(true)
  await turn()
  t.same([looks, timers.size], [2, 1])
  stop()
})

t.test('dev drawer: if closed during a poll, does not poll again', async (t) => {
  const { browser, timers } = pollingBrowser()
  let finish = () => {}
  const stop = poll(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
    browser
  )
  stop()
  finish()
  await turn()
  t.equal(timers.size, 0)
})
