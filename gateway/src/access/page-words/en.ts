import type { PageWords } from './words.ts'

/** The words in English; what its pages say of a code is in the error catalogue. */
export const en: PageWords = {
  language: { id: 'en', direction: 'ltr', reference: 'Reference' },
  signOut: {
    title: 'Sign out?',
    text: 'You will have to sign in again to go on.',
    submit: 'Sign out',
    stay: 'Stay signed in'
  },
  handOver: {
    title: 'Signing you in',
    text: 'You are signed in. Go on to {host}.',
    submit: 'Continue'
  },
  notHandedOver: {
    title: 'This sign-in was not passed on',
    late: 'It was too late, or it was used already. Nothing is lost: try again.',
    withoutCookies: 'The browser did not keep the cookies of this site. Allow them, then try again.',
    retry: 'Try again'
  },
  keepForm: {
    title: 'Sign in to send this form',
    text: 'You have to sign in before what you filled in can be sent.',
    lost: 'This browser cannot keep it: after signing in, please fill in the form again.',
    kept: 'It is kept in this tab. Once you are signed in, you are asked before it is sent.',
    signIn: 'Sign in'
  },
  sendForm: {
    title: 'Send the form',
    none: 'This tab holds no form that is still to be sent.',
    offer: 'Press “Send” to send what you filled in before you signed in.',
    others:
      'Another account was signed in when this form was filled in. Press “Send” only if yours is to send it.',
    send: 'Send',
    back: 'Go on'
  },
  shownForm: { goesTo: 'It goes to {address}:', hidden: '(not shown)', more: 'and {count} more' },
  refusal: {
    disabled: 'User disabled',
    noAccess: 'No access',
    notFound: 'Not found',
    again: 'Try again',
    providerAway: 'Sign-in is taking a break',
    busy: 'The application is busy',
    silent: 'The application does not answer',
    failed: 'Something went wrong',
    refused: 'This did not work',
    secondFactor: 'A second factor is needed'
  },
  because: null,
  more: {
    nothingLost: 'Nothing you did is lost. Try again in a moment.',
    nobody: 'Nobody has access to this page.',
    noSecondFactor:
      'This part asks for a sign-in with a second factor, and yours had none. The same sign-in again would not change that.',
    signedInAs: 'You are signed in as {name}.'
  },
  ways: {
    retry: 'Try again',
    start: 'Go to the start page',
    help: 'Get help',
    signIn: 'Sign in',
    signOut: 'Sign out',
    otherAccount: 'Use another account',
    switchAccount: 'Switch account',
    otherWay: 'Sign in in another way',
    addSecondFactor: 'Set up a second factor'
  }
}
