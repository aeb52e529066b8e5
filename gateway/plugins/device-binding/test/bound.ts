import { awaitedDevice, deviceOfKey } from '../../../src/session/device.ts'
import { createSessionId } from '../../../src/session/session.ts'
import { PROVE_PATH } from '../paths.ts'
import { createProofs, identifierOf } from '../proof.ts'
import { createDevice } from './device.ts'

/** Good for any measurement, in seconds. */
const LONG = 3600

/** For the bench: bound sessions of one device, of a gateway with this key at this origin. */
export async function createBound({ signatureKey, origin }: { signatureKey: string; origin: string }) {
  const now = () => Date.now() / 1000
  const proofs = createProofs([signatureKey], now)
  const { key, sign } = await createDevice()
  return {
    /** Fields of a new session. */
    begin: () => ({ id: createSessionId(), device: deviceOfKey(key) }),
    /** Fields of a session that awaits a device. */
    beginUnbound: () => ({ id: createSessionId(), device: awaitedDevice(now() + LONG) }),
    /** Value of the cookie beside its own. */
    proofOf: (session: { id: string; device: string }) =>
      proofs.cookie({ session, origin }, now() + LONG, ''),
    /** What its browser sends to renew the proof, once. `headers`: with its cookies. */
    async renewalOf(session: { id: string; device: string }, headers: Readonly<Record<string, string>>) {
      const proof = await sign(proofs.challenge('prove', { session, origin }))
      return {
        method: 'POST' as const,
        path: PROVE_PATH,
        headers: {
          ...headers,
          'sec-secure-session-id': identifierOf({ session, origin }),
          'secure-session-response': proof
        }
      }
    }
  }
}
