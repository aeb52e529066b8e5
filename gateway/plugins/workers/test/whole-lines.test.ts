import t from 'tap'
import { createWholeLines } from '../primary.ts'

/** What is forwarded of these pieces. */
function join(pieces: readonly Buffer[]): string[] {
  const handed: string[] = []
  const take = createWholeLines((lines) => handed.push(lines))
  for (const piece of pieces) take(piece)
  return handed
}

t.test('whole lines: a line in pieces is forwarded once it is complete, the rest is not', async (t) => {
  t.strictSame(join(['{"a"', ':1}', '\n{"b":2}\n{"c"'].map((text) => Buffer.from(text))), [
    '{"a":1}\n{"b":2}\n'
  ])
})

t.test('whole lines: cut anywhere, even within characters, the text is the same', async (t) => {
  const text = Buffer.from(`{"name":"Zoë 💡 ${'x'.repeat(200)}"}\n{"b":2}\n`)
  const cuts = Array.from({ length: text.length - 1 }, (_, index) => index + 1)
  const wrong = cuts.filter(
    (at) => join([text.subarray(0, at), text.subarray(at)]).join('') !== text.toString()
  )
  t.same(wrong, [])
})

t.test('whole lines: a line of a mebibyte is forwarded whole', async (t) => {
  const line = `${'y'.repeat(1024 * 1024)}\n`
  const pieces = line.match(/[\s\S]{1,65536}/g) ?? []
  t.strictSame(join(pieces.map((piece) => Buffer.from(piece))), [line])
})
