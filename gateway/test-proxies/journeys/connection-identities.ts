import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../test/fixtures/wire/ports.ts'
import {
  authenticate,
  BINDING,
  hello,
  kerberos,
  NEGOTIATE,
  STRANGER,
  type WindowsApplication
} from '../../test/fixtures/wire/windows-application.ts'
import { ADA, GRACE, LONG } from '../environment.ts'
import { CALL, createVisitor, type Visitor } from '../visitor.ts'
import type { Journey } from './journey.ts'

const ROUNDS = 4
const UNPROVEN = [401, 'prove it'] as const

async function ask(visitor: Visitor, authorization?: string, path = '/public/page') {
  const headers = authorization === undefined ? CALL : { ...CALL, authorization }
  const { status, text } = await visitor.visit({ path, headers })
  return [status, text] as const
}

/** Title of the control, for the limits of a proxy. */
export const SHARED_BY_PROXY =
  'connection identity: without the gateway, the proxy shows one visitor what belongs to another (control)'

/** Visitors of an application that authenticates connections, behind a proxy that shares its own between them. */
export function connectionIdentityJourneys(program: string, application: WindowsApplication): Journey[] {
  return [
    {
      title: 'connection identity: each visitor is seen as themselves or refused, also all at once',
      setup: 'one application',
      async run(t, { environment: { createVisitor: newVisitor, enter } }) {
        const visitors = await Promise.all(
          [ADA, GRACE, LONG].map(async ({ uid }) => [uid, await enter(uid)] as const)
        )
        const stranger = newVisitor()
        const visitAs = async (name: string, visitor: Visitor) => {
          for (const path of ['/', '/public/page']) {
            t.same(await ask(visitor, undefined, path), STRANGER, `${name} before`)
            t.same(await ask(visitor, kerberos(name), path), hello(name), `${name} by Kerberos`)
            t.same(await ask(visitor, undefined, path), STRANGER, `${name} once more`)
            t.same(await ask(visitor, NEGOTIATE, path), UNPROVEN, `${name} begins NTLM`)
            t.same(await ask(visitor, authenticate(name), path), UNPROVEN, `${name} cannot complete NTLM`)
          }
        }
        const visitUnknown = async () => {
          for (const what of Object.keys(BINDING)) {
            await ask(stranger, undefined, `/public/${encodeURIComponent(what)}`)
            t.same(await ask(stranger), STRANGER, what)
          }
        }
        for (const [name, visitor] of visitors) await visitAs(name, visitor)
        await visitUnknown()
        for (let round = 0; round < ROUNDS; round++)
          await Promise.all([...visitors.map(([name, visitor]) => visitAs(name, visitor)), visitUnknown()])
      }
    },
    {
      title: SHARED_BY_PROXY,
      setup: 'one application',
      async run(t, { proxy, environment: { places }, limit }) {
        const folder = mkdtempSync(join(tmpdir(), 'gatehouse-proxy-'))
        const visitors = await findFreePort()
        const direct = await proxy.start(program, { ...places, visitors, pages: application.port }, folder)
        t.teardown(async () => {
          await direct.close()
          rmSync(folder, { recursive: true, force: true })
        })
        const known = { host: 'localhost', port: visitors, scheme: 'http', overTls: false } as const
        t.same(await ask(createVisitor(known), kerberos('ada')), hello('ada'))
        t.same(await ask(createVisitor(known)), limit === undefined ? hello('ada') : STRANGER)
      }
    }
  ]
}
