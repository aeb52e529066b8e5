const DAY_SECONDS = 86_400
/** Timeout of the device's reply, since a sign-in waits for it. */
const answerTimeoutMs = 1000

/** The browser's passkey abilities. A device that does not respond within a second has none. */
export function thisPasskeyBrowser() {
  const api = () => globalThis.PublicKeyCredential as typeof PublicKeyCredential | undefined
  const ask = (reply: Promise<boolean> = Promise.resolve(false)) => {
    const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, answerTimeoutMs, false))
    return Promise.race([reply, timeout]).catch(() => false)
  }
  return {
    credentials: {
      create: (options) => navigator.credentials.create(options),
      get: (options) => navigator.credentials.get(options),
      preventSilentAccess: () => navigator.credentials.preventSilentAccess(),
      store: (credential) => navigator.credentials.store(credential)
    } satisfies CredentialsContainer,
    isSupported: () => api() !== undefined,
    /** Whether it can suggest them in a field. */
    canSuggest: () => ask(api()?.isConditionalMediationAvailable?.()),
    /** Whether the device can store one. */
    canAdd: () => ask(api()?.isUserVerifyingPlatformAuthenticatorAvailable()),
    /** Whether it accepts passkeys of a site that lists this one (`/.well-known/webauthn`). */
    knowsRelatedOrigins: () =>
      ask(
        api()
          ?.getClientCapabilities?.()
          .then(({ relatedOrigins }) => relatedOrigins === true)
      ),
    /** Whether adding one was recently offered. */
    wasOffered: () => /(^|; )gatehouse-passkey=/.test(document.cookie),
    /** Stores that, for pages at `path` and below. */
    noteOffered(path: string, days: number) {
      const secure = location.protocol === 'https:' ? '; Secure' : ''
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      document.cookie = `gatehouse-passkey=asked; Path=${path}; Max-Age=${days * DAY_SECONDS}; SameSite=Lax${secure}`
    },
    /** The device's usual name, such as `Mac`; null: unknown. */
    deviceName: nameDevice
  }
}

const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Chrome OS', 'Linux']

function nameDevice(): string | null {
  const { userAgentData }: { userAgentData?: { platform?: string } } = Object(navigator)
  const platform = `${userAgentData?.platform ?? ''} ${navigator.userAgent}`
  return devices.find((device) => platform.includes(device)) ?? null
}
