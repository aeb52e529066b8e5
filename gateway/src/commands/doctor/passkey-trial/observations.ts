import { coversLoginHost } from '../../../config/checks/passkey-checks.ts'
import type { Config } from '../../../config/schema/schema.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import type { CreationOptions } from '../../../identity-platform/passkeys/passkey-ceremonies.ts'
import type { IdTokenVerdict } from '../../../identity-platform/tokens/id-token.ts'
import { fail, type Issue, warn } from '../finding.ts'
import { type AlgorithmName, COSE_ALGORITHMS } from './software-authenticator.ts'
import { listMarked } from './trial-passkey.ts'

/** One thing that a trial has shown, in a line with what it means here. */
export interface Observation {
  note: string
  /** Null: it is as it should be. */
  issue: Issue | null
}

/** Longest user handle that browsers take: https://www.w3.org/TR/webauthn-3/#user-handle */
const MOST_HANDLE_BYTES = 64
const LONGEST_SHOWN = 60

/** What a trial cannot find out. */
export const NOT_ASKED =
  'not asked: how late a response may come, how long ago the sign-in before an enrolment may be, how many passkeys an account may have, what blocking functions see'

/** The first algorithm of the provider that the doctor has too; null: there is none. */
export function chooseAlgorithm({ algorithms }: CreationOptions): AlgorithmName | null {
  return algorithms.map(nameAlgorithm).find((name) => name !== null) ?? null
}

function nameAlgorithm(number: number): AlgorithmName | null {
  const names = Object.keys(COSE_ALGORITHMS) as AlgorithmName[]
  return names.find((name) => COSE_ALGORITHMS[name] === number) ?? null
}

/** What a browser is asked to make. */
export function describeOptions(options: CreationOptions, uid: string, host: string): Observation[] {
  const { rpId, userId, algorithms, requiresResidentKey, userVerification, timeoutMs } = options
  const handle = Buffer.from(userId ?? '', 'base64')
  const isUid = handle.equals(Buffer.from(uid))
  const words = [
    `RP ID ${cut(rpId ?? 'none')}`,
    `user.id ${isUid ? 'is the uid' : `of ${handle.length} bytes is not the uid`}`,
    `algorithms ${algorithms.map((one) => nameAlgorithm(one) ?? one).join(' ') || 'none'}`,
    `resident key ${requiresResidentKey ? 'required' : 'not asked for, the page asks for it'}`,
    `user verification ${userVerification === null ? 'not said, the page requires it' : cut(userVerification)}`,
    timeoutMs === null ? 'no timeout, browsers have their own' : `timeout ${timeoutMs} ms`
  ]
  const issues = [
    rpId !== null &&
      !coversLoginHost(rpId, host) &&
      fail(
        `passkeys belong to ${cut(rpId)}, and ${host} is neither it nor below it: most browsers refuse them there`,
        'see PASSKEYS'
      ),
    (handle.length === 0 || handle.length > MOST_HANDLE_BYTES) &&
      fail(
        `browsers take a user.id of 1 to ${MOST_HANDLE_BYTES} bytes, and this one has ${handle.length}`,
        'give accounts shorter uids'
      ),
    !algorithms.includes(COSE_ALGORITHMS.ES256) &&
      warn('ES256 is not offered, by which most phones and laptops sign', '')
  ]
  const wrong = issues.filter((issue) => issue !== false)
  const [first = null, ...others] = wrong
  return [
    { note: `options: ${words.join(', ')}`, issue: first },
    ...others.map((issue) => ({ note: `options: ${issue.cause}`, issue }))
  ]
}

/** Does the session from before the enrolment go on? `code`: why not; null: it does. */
export function judgeOlderSession(code: string | null): Observation {
  const topic = 'session from before the enrolment'
  if (code === null) return { note: `${topic}: goes on`, issue: null }
  return {
    note: `${topic}: over (${code})`,
    issue: warn(
      'who adds a passkey is signed out on all other devices, and goes on here with the tokens of the enrolment',
      ''
    )
  }
}

/** How the passkey is listed with its account. */
export function judgeListing(record: UserRecord): Observation {
  const [id] = listMarked(record)
  if (id === undefined)
    return {
      note: 'id: the account lists no such passkey',
      issue: fail(
        'what is enrolled is not listed, so that the account page and `gatehouse users passkeys` cannot show it or take it away',
        'look for a newer version of gatehouse'
      )
    }
  const alphabet = /[+/]/.test(id) ? 'base64' : 'base64url'
  const padding = id.endsWith('=') ? 'with padding' : 'without padding'
  return { note: `id: listed in ${alphabet} ${padding}; both alphabets are understood`, issue: null }
}

/** What the tokens of a sign-in say, and whether the gateway takes them. */
export function judgeIdToken(verdict: IdTokenVerdict, uid: string): Observation {
  if (verdict.kind !== 'valid') {
    const detail = verdict.kind === 'refused' ? verdict.detail : verdict.kind
    return {
      note: `id token: not taken by the gateway (${detail})`,
      issue: fail('nobody gets a session by passkey', 'see CERTIFICATES, CLOCK and PROJECT')
    }
  }
  const { sub, amr, firebase } = verdict.claims
  const provider = firebase.sign_in_provider
  const methods = amr === undefined ? 'no amr' : `amr ${cut(JSON.stringify(amr))}`
  const note = `id token: sign_in_provider ${typeof provider === 'string' ? cut(provider) : 'missing'}, ${methods}`
  if (sub !== uid)
    return {
      note: `${note}, of another account`,
      issue: fail('the passkey signs in as somebody else', 'keep login.methods.passkey: off')
    }
  if (provider === 'passkey') return { note: `${note}; $signInProvider says passkey`, issue: null }
  return {
    note,
    issue: fail(
      'sign-ins by passkey are known by sign_in_provider passkey: $signInProvider and countsAsSecondFactor do not see these',
      'look for a newer version of gatehouse'
    )
  }
}

/** `isAsked`: does the provider ask for the second factor after the passkey? */
export function judgeSecondFactor(
  { multiFactor }: UserRecord,
  isAsked: boolean,
  { mfa, passkeys }: Config['login']
): Observation {
  const say = (text: string): Observation => ({ note: `second factor: ${text}`, issue: null })
  if (isAsked) return say('asked for after the passkey; the page goes on with the second step')
  if (multiFactor.enrolledFactors.length === 0)
    return say('not known, as the account has none; name one that has, to find out')
  if (passkeys.countsAsSecondFactor) return say('not asked for; login.passkeys.countsAsSecondFactor is on')
  return say(
    mfa.totp === 'required'
      ? 'not asked for; with login.mfa.totp: required sign-ins by passkey get no session'
      : 'not asked for: accounts that have one come in by passkey alone'
  )
}

/** Is a response taken although the authenticator has not verified its user? */
export function judgeUnverified(isTaken: boolean, { passkeys }: Config['login']): Observation {
  const topic = 'without user verification'
  if (!isTaken) return { note: `${topic}: refused`, issue: null }
  const cause = 'the provider does not see to it that a PIN or a fingerprint was asked for'
  return {
    note: `${topic}: taken; the page alone asks for it`,
    issue: passkeys.countsAsSecondFactor
      ? warn(`${cause}, and login.passkeys.countsAsSecondFactor relies on it`, 'switch it off')
      : null
  }
}

/** Is a response taken that comes from a page of another site? */
export function judgeStranger(isTaken: boolean): Observation {
  const topic = 'from a page of another site'
  if (!isTaken) return { note: `${topic}: refused`, issue: null }
  return {
    note: `${topic}: taken`,
    issue: fail(
      'the provider does not compare origins, so that passkeys are no protection from copies of the page',
      'keep login.methods.passkey: off'
    )
  }
}

/** How origins are written in the settings; `expected` is null where that is not known, for the reason in `why`. */
export function describeOrigins(
  origin: string,
  expected: readonly string[] | null,
  why: string
): Observation {
  const note = `origins: ${origin} is taken`
  if (expected === null) return { note: `${note}; how expectedOrigins writes it is ${why}`, issue: null }
  const written = expected.find((one) => one.includes(new URL(origin).host))
  if (written === undefined)
    return { note: `${note}, although expectedOrigins does not have it`, issue: null }
  const scheme = written.includes('://') ? 'with its scheme' : 'without a scheme'
  return { note: `${note}; expectedOrigins writes it ${scheme}`, issue: null }
}

function cut(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
