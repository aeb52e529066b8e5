import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { fetchContents } from '../src/dev-drawer/contents.ts'

const CONTENTS = { users: [], mails: [], codes: [], examples: [] }
const answer = { status: 200, body: '' }
const server = createServer((_req, res) => {
  res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => server.close())
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/`

t.test('dev drawer: contents of a test provider, given as they are', async (t) => {
  Object.assign(answer, { status: 200, body: JSON.stringify(CONTENTS) })
  t.same(await fetchContents(url), CONTENTS)
})

t.test('dev drawer: answer that is none of a test provider, rejected', async (t) => {
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
