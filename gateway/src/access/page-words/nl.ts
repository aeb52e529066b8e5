import type { PageWords } from './words.ts'

/** The words in Dutch. */
export const nl: PageWords = {
  language: { id: 'nl', direction: 'ltr', reference: 'Referentie' },
  signOut: {
    title: 'Uitloggen?',
    text: 'Om verder te gaan moet je daarna opnieuw inloggen.',
    submit: 'Uitloggen',
    stay: 'Ingelogd blijven'
  },
  handOver: {
    title: 'Je wordt ingelogd',
    text: 'Je bent ingelogd. Ga verder naar {host}.',
    submit: 'Doorgaan'
  },
  notHandedOver: {
    title: 'Deze inlogpoging is niet doorgegeven',
    late: 'Het was te laat, of ze is al gebruikt. Er is niets verloren: probeer het opnieuw.',
    withoutCookies:
      'De browser heeft de cookies van deze site niet bewaard. Sta ze toe en probeer het opnieuw.',
    retry: 'Opnieuw proberen'
  },
  keepForm: {
    title: 'Log in om dit formulier te versturen',
    text: 'Je moet inloggen voordat je invoer kan worden verstuurd.',
    lost: 'Deze browser kan je invoer niet bewaren: vul het formulier na het inloggen opnieuw in.',
    kept: 'Je invoer wordt in dit tabblad bewaard. Na het inloggen vragen we het je voordat die wordt verstuurd.',
    signIn: 'Inloggen'
  },
  sendForm: {
    title: 'Het formulier versturen',
    none: 'In dit tabblad staat geen formulier dat nog moet worden verstuurd.',
    offer: 'Druk op ‘Versturen’ om te versturen wat je vóór het inloggen hebt ingevuld.',
    others:
      'Toen dit formulier werd ingevuld, was een ander account ingelogd. Druk alleen op ‘Versturen’ als jouw account het moet versturen.',
    send: 'Versturen',
    back: 'Doorgaan'
  },
  shownForm: { goesTo: 'Het gaat naar {address}:', hidden: '(niet getoond)', more: 'en nog {count}' },
  refusal: {
    disabled: 'Account uitgeschakeld',
    noAccess: 'Geen toegang',
    notFound: 'Niet gevonden',
    again: 'Opnieuw proberen',
    providerAway: 'Inloggen is even niet beschikbaar',
    tooMany: 'Te veel pogingen',
    busy: 'De toepassing is bezet',
    silent: 'De toepassing antwoordt niet',
    failed: 'Er ging iets mis',
    refused: 'Dit is niet gelukt',
    secondFactor: 'Er is een tweede stap nodig'
  },
  because: {
    USER_DISABLED: 'Dit account is uitgeschakeld.',
    FORBIDDEN: 'Je account heeft geen toegang tot deze pagina.',
    ORIGIN_MISMATCH: 'Het verzoek kwam van een andere site.',
    RATE_LIMITED: 'Wacht even en probeer het opnieuw.',
    NOT_FOUND: 'Op dit adres is niets te vinden.',
    UNKNOWN_HOST: 'Op dit adres is geen toepassing.',
    PROVIDER_UNAVAILABLE: 'De inlogdienst is nu niet bereikbaar. Probeer het zo meteen opnieuw.',
    VERDICT_CHANGED: 'Het antwoord is intussen veranderd. Probeer het opnieuw.',
    UPSTREAM_UNREACHABLE: 'De toepassing is nu niet bereikbaar.',
    UPSTREAM_BUSY: 'De toepassing is nu bezet. Probeer het zo meteen opnieuw.',
    UPSTREAM_TIMEOUT: 'De toepassing deed er te lang over om te antwoorden.',
    INTERNAL_ERROR: 'Er ging bij ons iets mis.',
    SIGN_IN_METHOD_NOT_ALLOWED:
      'Deze manier van inloggen is hier niet beschikbaar. Log op een andere manier in.',
    EMAIL_UNVERIFIED: 'Je e-mailadres is nog niet bevestigd.',
    SECOND_FACTOR_REQUIRED: 'Dit account heeft een tweede stap nodig.',
    STEP_UP_REQUIRED: 'Voor deze pagina moet je bevestigen dat jij het bent. Log opnieuw in om door te gaan.',
    TENANT_MISMATCH:
      'Deze pagina is voor accounts van een andere organisatie. Log in met een account van die organisatie.',
    NO_SERVICE_ACCOUNT:
      'Uitloggen op alle apparaten is hier niet mogelijk. Je kunt wel in deze browser uitloggen.'
  },
  inGeneral: {
    signIn: 'Je bent niet meer ingelogd. Log opnieuw in.',
    request: 'Het adres of het formulier is niet volledig.',
    slow: 'Het versturen duurde te lang.',
    large: 'Wat de browser heeft gestuurd, is te groot.',
    head: 'De browser heeft te veel cookies gestuurd, of het adres is te lang. Meestal helpt het om de cookies van deze site te verwijderen.'
  },
  more: {
    nothingLost: 'Er is niets verloren van wat je hebt gedaan.',
    sendAgain: 'Je invoer is misschien niet aangekomen. Ga in je browser terug om die opnieuw te versturen.',
    nobody: 'Niemand heeft toegang tot deze pagina.',
    noSecondFactor:
      'Dit deel vraagt om inloggen met een tweede stap, en die had je niet. Nog eens op dezelfde manier inloggen verandert daar niets aan.',
    signedInAs: 'Je bent ingelogd als {name}.'
  },
  ways: {
    retry: 'Opnieuw proberen',
    start: 'Naar de startpagina',
    signIn: 'Inloggen',
    signOut: 'Uitloggen',
    otherAccount: 'Ander account gebruiken',
    switchAccount: 'Van account wisselen',
    otherWay: 'Op een andere manier inloggen',
    addSecondFactor: 'Een tweede stap instellen'
  }
}
