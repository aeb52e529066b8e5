import t from 'tap'
import { createPathList, onSignInSite } from '../../src/http/origin.ts'

t.test(
  'path list: matches the paths of routes and everything below those with a star, as spelled',
  async (t) => {
    const list = createPathList()
    const login = { url: '/login', method: 'GET', handler: () => {} } as const
    onSignInSite(login)
    for (const route of [login, { url: '/logout' }, { url: '/_auth/assets/*' }]) list.add(route)
    const rows: readonly [path: string, has: boolean, everywhere: boolean][] = [
      ['/login', true, false],
      ['/logout', true, true],
      ['/_auth/assets/', true, true],
      ['/_auth/assets/a/b.css', true, true],
      ['/_auth/assets', false, false],
      ['/_auth/assetsx', false, false],
      ['/x/_auth/assets/', false, false],
      ['/LOGIN', false, false],
      ['/login/', false, false],
      ['/%6cogin', false, false],
      ['/', false, false]
    ]
    for (const [path, has, everywhere] of rows)
      t.same([list.has(path), list.hasEverywhere(path)], [has, everywhere], path)
    t.throws(() => list.add({ url: '/a/:id' }), /has a parameter/)
  }
)
