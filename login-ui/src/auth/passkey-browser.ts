/** What a browser says about passkeys. A device that does not respond within a second can do nothing. */
export interface PasskeyBrowser {
  credentials: CredentialsContainer
  isSupported(): boolean
  /** Can it suggest them in a field? */
  canSuggest(): Promise<boolean>
  /** Has the device something to add one to? */
  canAdd(): Promise<boolean>
  /** Does it take passkeys of a site that names this one (`/.well-known/webauthn`)? */
  knowsRelatedOrigins(): Promise<boolean>
  /** Was the visitor asked lately whether to add one? */
  wasOffered(): boolean
  /** Notes that, for pages at `path` and below. */
  noteOffered(path: string, days: number): void
  /** What the visitor calls the device, such as `Mac`; null: not known. */
  deviceName(): string | null
}

const DAY_SECONDS = 86_400
/** How long the device may take to say what it can do: a sign-in waits for it. */
const answerTimeoutMs = 1000

/** The browser that shows the page. */
export function thisPasskeyBrowser(): PasskeyBrowser {
  const api = () => globalThis.PublicKeyCredential as typeof PublicKeyCredential | undefined
  const ask = (forwardAuthRequest: Promise<boolean> = Promise.resolve(false)) => {
    const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, answerTimeoutMs, false))
    return Promise.race([forwardAuthRequest, timeout]).catch(() => false)
  }
  return {
    credentials: {
      create: (options) => navigator.credentials.create(options),
      get: (options) => navigator.credentials.get(options),
      preventSilentAccess: () => navigator.credentials.preventSilentAccess(),
      store: (credential) => navigator.credentials.store(credential)
    },
    isSupported: () => api() !== undefined,
    canSuggest: () => ask(api()?.isConditionalMediationAvailable?.()),
    canAdd: () => ask(api()?.isUserVerifyingPlatformAuthenticatorAvailable()),
    knowsRelatedOrigins: () =>
      ask(
        api()
          ?.getClientCapabilities?.()
          .then(({ relatedOrigins }) => relatedOrigins === true)
      ),
    wasOffered: () => /(^|; )gatehouse-passkey=/.test(document.cookie),
    noteOffered(path, days) {
      const secure = location.protocol === 'https:' ? '; Secure' : ''
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      document.cookie = `gatehouse-passkey=asked; Path=${path}; Max-Age=${days * DAY_SECONDS}; SameSite=Lax${secure}`
    },
    deviceName: nameDevice
  }
}

const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Chrome OS', 'Linux']

function nameDevice(): string | null {
  const { userAgentData }: { userAgentData?: { platform?: string } } = Object(navigator)
  const told = `${userAgentData?.platform ?? ''} ${navigator.userAgent}`
  return devices.find((device) => told.includes(device)) ?? null
}
