import t from 'tap'
import { connectionNames } from '../../src/http/message.ts'

t.test('hop by hop: names listed in Connection, in lower case and with any separators', async (t) => {
  const rows: readonly [connection: string | string[] | undefined, names: readonly string[]][] = [
    [undefined, []],
    ['keep-alive', []],
    ['close', ['close']],
    ['Keep-Alive, X-Own', ['keep-alive', 'x-own']],
    ['a,b ,\tc', ['a', 'b', 'c']],
    [
      ['x-one', 'X-Two'],
      ['x-one', 'x-two']
    ]
  ]
  for (const [connection, names] of rows) t.same([...connectionNames(connection)], names, String(connection))
})
