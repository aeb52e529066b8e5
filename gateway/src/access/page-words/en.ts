import type { PageWords } from './words.ts'

/** The words in English. */
export const en: PageWords = {
  language: { id: 'en', direction: 'ltr', reference: 'Reference' },
  signOut: {
    title: 'Sign out?',
    text: "You'll have to sign in again to continue.",
    submit: 'Sign out',
    stay: 'Stay signed in'
  },
  handOver: {
    title: 'Signing you in',
    text: "You're signed in. Continue to {host}.",
    submit: 'Continue'
  },
  notHandedOver: {
    title: "This sign-in wasn't passed on",
    late: 'It came too late, or it was used already. Nothing is lost: try again.',
    withoutCookies: "Your browser didn't keep the cookies of this site. Allow them, then try again.",
    retry: 'Try again'
  },
  keepForm: {
    title: 'Sign in to send this form',
    text: 'You have to sign in before what you filled in can be sent.',
    lost: "This browser can't keep it: fill in the form again after signing in.",
    kept: "It's kept in this tab. Once you're signed in, you're asked before it's sent.",
    signIn: 'Sign in'
  },
  sendForm: {
    title: 'Send the form',
    none: 'This tab has no form to send.',
    offer: 'Press “Send” to send what you filled in before you signed in.',
    others:
      'Another account was signed in when this form was filled in. Press “Send” only if yours is to send it.',
    send: 'Send',
    back: 'Continue'
  },
  shownForm: { goesTo: 'It goes to {address}:', hidden: '(not shown)', more: 'and {count} more' },
  refusal: {
    disabled: 'Account disabled',
    noAccess: 'No access',
    notFound: 'Page not found',
    again: 'Try again',
    providerAway: "Sign-in isn't available right now",
    tooMany: 'Too many tries',
    busy: 'The application is busy',
    silent: "The application doesn't answer",
    failed: 'Something went wrong',
    refused: "That didn't work",
    secondFactor: 'A second step is needed'
  },
  because: {
    USER_DISABLED: 'This account is disabled.',
    FORBIDDEN: "Your account doesn't have access to this page.",
    ORIGIN_MISMATCH: 'The request came from another site.',
    RATE_LIMITED: 'Wait a moment, then try again.',
    NOT_FOUND: "There's nothing at this address.",
    UNKNOWN_HOST: "There's no application at this address.",
    PROVIDER_UNAVAILABLE: "The sign-in service can't be reached right now. Try again in a moment.",
    VERDICT_CHANGED: 'The answer has changed in the meantime. Try again.',
    UPSTREAM_UNREACHABLE: "The application can't be reached right now.",
    UPSTREAM_BUSY: 'The application is busy right now. Try again in a moment.',
    UPSTREAM_TIMEOUT: 'The application took too long to answer.',
    INTERNAL_ERROR: 'Something went wrong on our side.',
    SIGN_IN_METHOD_NOT_ALLOWED: "This way to sign in isn't available here. Sign in another way.",
    EMAIL_UNVERIFIED: "Your email isn't verified yet.",
    SECOND_FACTOR_REQUIRED: 'This account needs a second step.',
    STEP_UP_REQUIRED: "This page asks you to confirm that it's you. Sign in again to continue.",
    TENANT_MISMATCH:
      'This page is for accounts of another organization. Sign in with an account of that organization.',
    NO_SERVICE_ACCOUNT: "You can't sign out of all devices here. You can sign out of this browser."
  },
  inGeneral: {
    signIn: 'Your sign-in is no longer valid. Sign in again.',
    request: "The address or the form isn't complete.",
    slow: 'What you sent took too long to arrive.',
    large: 'What your browser sent is too large.',
    head: "Your browser sent too many cookies, or the address is too long. Deleting this site's cookies usually helps."
  },
  more: {
    nothingLost: 'Nothing you did is lost.',
    sendAgain: 'What you sent may not have arrived. To send it again, go back in your browser.',
    nobody: 'Nobody has access to this page.',
    noSecondFactor:
      "This part asks for a sign-in with a second step, and yours had none. The same sign-in again wouldn't change that.",
    signedInAs: "You're signed in as {name}."
  },
  ways: {
    retry: 'Try again',
    start: 'Go to the start page',
    signIn: 'Sign in',
    signOut: 'Sign out',
    otherAccount: 'Use another account',
    switchAccount: 'Switch account',
    otherWay: 'Sign in another way',
    addSecondFactor: 'Set up a second step'
  }
}
