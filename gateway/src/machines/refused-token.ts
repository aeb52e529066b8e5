import { type ErrorCode, Fault } from '../errors.ts'

/**
 * A bearer token that lets nobody in, whatever else the request holds. `description`: one of a few fixed texts, for the
 * caller; nothing of the token is in it.
 */
export interface RefusedToken {
  kind: 'token-refused'
  problem: TokenProblem
  fault: Fault
  description: string
}

/** What is wrong with a token, and what its caller is told. */
const DESCRIPTIONS = {
  malformed: 'the token cannot be read',
  issuer: 'the token is of an issuer that is not accepted here',
  audience: 'the token is not meant for this place',
  algorithm: 'the token is signed in a way that is not accepted',
  key: 'the token is signed with a key that its issuer does not publish',
  signature: 'the signature of the token is wrong',
  claims: 'the token lacks a claim, or one of them is not accepted',
  early: 'the token is not valid yet',
  expired: 'the token has expired',
  account: 'the account of the token is not accepted any more'
} as const

export type TokenProblem = keyof typeof DESCRIPTIONS

/** A refusal. `detail`: more for the log, without the token. */
export function refuseToken(
  problem: TokenProblem,
  detail?: string,
  code: ErrorCode = 'INVALID_TOKEN'
): RefusedToken {
  const description = DESCRIPTIONS[problem]
  const fault = new Fault(code, { detail: detail === undefined ? description : `${description}: ${detail}` })
  return { kind: 'token-refused', problem, fault, description }
}
