import t from 'tap'
import { connectionNames } from '../../src/http/hop-by-hop.ts'

t.test('hop by hop: names that Connection lists, in lower case and whatever stands between', async (t) => {
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
