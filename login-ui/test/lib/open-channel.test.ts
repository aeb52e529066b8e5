import t from 'tap'
import { openChannel } from '../../src/lib/open-channel.ts'

t.test('channel: opened under the name that all tabs use', async (t) => {
  const channel = openChannel()
  t.teardown(() => channel?.close())
  t.match(channel, { name: 'gatehouse-login' })
})

for (const [title, value] of [
  [
    'a browser that forbids it with the storage, as Firefox does',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    }
  ],
  ['a browser without it', undefined]
] as const)
  t.test(`channel: ${title} has none, and the page goes on`, async (t) => {
    t.intercept(globalThis, 'BroadcastChannel', { value })
    t.equal(openChannel(), null)
  })
