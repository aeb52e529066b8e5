import t from 'tap'
import { accountPageAt, accountPathOf } from '../../src/account/account-link.tsx'
import { loginPathAfter } from '../../src/account/live-account.tsx'
import { nameProblem } from '../../src/account/overview/profile-section.tsx'
import { sampleConfig } from '../fixtures/sample-config.ts'

const sample = sampleConfig()
const config = { ...sample, paths: { ...sample.paths, account: '/me' }, query: '?back=%2Fme' }

t.test('account paths: each page has a path, and an unknown path is the overview', async (t) => {
  const pages = ['overview', 'password', 'second-step'] as const
  for (const page of pages) t.equal(accountPageAt(accountPathOf(page, config), pages, config), page)
  t.equal(accountPathOf('second-step', config), '/me/second-step')
  t.equal(accountPathOf('overview', config), '/me')
  t.equal(accountPageAt('/me/delete', pages, config), 'overview', 'not offered')
  t.equal(accountPathOf('password', sample), '/account/password', 'a preview without the page')
})

t.test('account: leaving goes to the login page, with a way back where needed', async (t) => {
  const from = (departure: Parameters<typeof loginPathAfter>[0], tenant: string | null = null) =>
    loginPathAfter(departure, { pathname: '/me/password' }, config, tenant)
  t.equal(from('sign-in'), '/login?back=%2Fme%2Fpassword&reason=expired')
  t.equal(from('changed'), '/login?back=%2Fme&reason=changed', 'to the overview: the change is done')
  t.equal(from('changed', 'a'), '/login?back=%2Fme%3Ftenant%3Da&reason=changed')
  t.equal(from('sign-in', 'a&b'), '/login?back=%2Fme%2Fpassword%3Ftenant%3Da%2526b&reason=expired')
  t.equal(from('no-password'), '/login/forgot?back=%2Fme%2Fpassword', 'to set one')
  t.equal(from('signed-out'), '/login?reason=signed-out')
  t.equal(from('revoked'), '/login?reason=revoked')
  t.equal(from('deleted'), '/login/signed-out?reason=deleted')
})

t.test('account: accepts the same names as the gateway', async (t) => {
  for (const name of ['Ada', '李', 'x'.repeat(128), '👩‍💻', "O'Neil"]) t.equal(nameProblem(name), null)
  for (const name of ['x'.repeat(129), 'a\nb', 'a\u0000', 'a\u202eb', '\u200b', '\ud800'])
    t.match(nameProblem(name), { title: 'account-page.name-unfit' }, JSON.stringify(name))
})
