import t from 'tap'
import { buildCookie } from '../../../test/fixtures/session/sessions.ts'
import { createDeviceCookie } from '../device-cookie.ts'

t.test('device cookie: of proofs, all values are read, and one that has passed is found', async (t) => {
  const device = createDeviceCookie(buildCookie())
  const rows: readonly [header: string | undefined, values: readonly string[], has: boolean][] = [
    ['gatehouse-device=v1.a', ['v1.a'], true],
    ['a=1; gatehouse=x; gatehouse-device=v1.a; b=2', ['v1.a'], true],
    ['gatehouse-device=v1.a; gatehouse-device=v1.b', ['v1.a', 'v1.b'], true],
    ['gatehouse-device=v1.b; gatehouse-device=v1.a', ['v1.b', 'v1.a'], true],
    ['gatehouse-device= v1.a ;', ['v1.a'], false],
    ['gatehouse-device=v1.ab', ['v1.ab'], false],
    ['gatehouse-device=v1.', ['v1.'], false],
    ['gatehouse-device', ['gatehouse-device'], false],
    ['gatehouse-devices=v1.a', [], false],
    ['x-gatehouse-device=v1.a', [], false],
    ['a=gatehouse-device', [], false],
    [undefined, [], false]
  ]
  const finds = (header: string | undefined, usuallyAt: number) =>
    device.find(header, device.pairOf('v1.a'), usuallyAt) !== -1
  for (const [header, values, has] of rows) {
    t.same(device.read(header), values, `${header}`)
    const everywhere = [0, header?.indexOf('gatehouse-device') ?? 0, 5, 500]
    for (const at of everywhere) t.equal(finds(header, at), has, `${header}, looked for at ${at}`)
  }
  t.equal(device.find('a=1; gatehouse-device=v1.a', device.pairOf('v1.a'), 0), 5)
  t.equal(device.read('gatehouse-device=x; '.repeat(50)).length, 20)
})
