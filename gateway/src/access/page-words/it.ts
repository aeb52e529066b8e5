import type { PageWords } from './words.ts'

/** The words in Italian. */
export const it: PageWords = {
  language: { id: 'it', direction: 'ltr', reference: 'Riferimento' },
  signOut: {
    title: 'Uscire?',
    text: 'Per continuare dovrai accedere di nuovo.',
    submit: 'Esci',
    stay: 'Resta connesso'
  },
  handOver: {
    title: 'Accesso in corso',
    text: 'Hai effettuato l’accesso. Continua su {host}.',
    submit: 'Continua'
  },
  notHandedOver: {
    title: 'L’accesso non è stato trasmesso',
    late: 'Era troppo tardi o è già stato usato. Non hai perso nulla: riprova.',
    withoutCookies: 'Il browser non ha conservato i cookie di questo sito. Consentili, poi riprova.',
    retry: 'Riprova'
  },
  keepForm: {
    title: 'Accedi per inviare questo modulo',
    text: 'Prima di inviare ciò che hai compilato devi accedere.',
    lost: 'Questo browser non può conservarlo: dopo l’accesso compila di nuovo il modulo.',
    kept: 'È conservato in questa scheda. Dopo l’accesso ti verrà chiesta conferma prima dell’invio.',
    signIn: 'Accedi'
  },
  sendForm: {
    title: 'Invia il modulo',
    none: 'In questa scheda non ci sono moduli da inviare.',
    offer: 'Premi «Invia» per inviare ciò che hai compilato prima di accedere.',
    others:
      'Quando hai compilato questo modulo era connesso un altro account. Premi «Invia» solo se deve inviarlo il tuo.',
    send: 'Invia',
    back: 'Continua'
  },
  shownForm: { goesTo: 'Viene inviato a {address}:', hidden: '(non mostrato)', more: 'e altri {count}' },
  refusal: {
    disabled: 'Account disattivato',
    noAccess: 'Accesso negato',
    notFound: 'Pagina non trovata',
    again: 'Riprova',
    providerAway: 'L’accesso non è disponibile al momento',
    tooMany: 'Troppi tentativi',
    busy: 'L’applicazione è occupata',
    silent: 'L’applicazione non risponde',
    failed: 'Qualcosa è andato storto',
    refused: 'Operazione non riuscita',
    secondFactor: 'Serve un secondo passaggio'
  },
  because: {
    USER_DISABLED: 'Questo account è disattivato.',
    FORBIDDEN: 'Il tuo account non ha accesso a questa pagina.',
    ORIGIN_MISMATCH: 'La richiesta proviene da un altro sito.',
    RATE_LIMITED: 'Attendi un momento, poi riprova.',
    NOT_FOUND: 'A questo indirizzo non c’è nulla.',
    UNKNOWN_HOST: 'A questo indirizzo non c’è alcuna applicazione.',
    PROVIDER_UNAVAILABLE: 'Il servizio di accesso non è raggiungibile in questo momento. Riprova tra poco.',
    VERDICT_CHANGED: 'Nel frattempo la risposta è cambiata. Riprova.',
    UPSTREAM_UNREACHABLE: 'L’applicazione non è raggiungibile in questo momento.',
    UPSTREAM_BUSY: 'L’applicazione è occupata in questo momento. Riprova tra poco.',
    UPSTREAM_TIMEOUT: 'L’applicazione ha impiegato troppo tempo a rispondere.',
    INTERNAL_ERROR: 'Qualcosa è andato storto da parte nostra.',
    SIGN_IN_METHOD_NOT_ALLOWED: 'Questo metodo di accesso non è disponibile qui. Accedi in un altro modo.',
    EMAIL_UNVERIFIED: 'La tua email non è ancora verificata.',
    SECOND_FACTOR_REQUIRED: 'Questo account richiede un secondo passaggio.',
    STEP_UP_REQUIRED: 'Questa pagina chiede di confermare la tua identità. Accedi di nuovo per continuare.',
    TENANT_MISMATCH:
      'Questa pagina è per gli account di un’altra organizzazione. Accedi con un account di quell’organizzazione.',
    NO_SERVICE_ACCOUNT: 'Qui non è possibile uscire da tutti i dispositivi. Puoi uscire da questo browser.'
  },
  inGeneral: {
    signIn: 'Il tuo accesso non è più valido. Accedi di nuovo.',
    request: 'L’indirizzo o il modulo non è completo.',
    slow: 'L’invio ha richiesto troppo tempo.',
    large: 'I dati inviati dal browser sono troppo grandi.',
    head: 'Il browser ha inviato troppi cookie, o l’indirizzo è troppo lungo. Di solito basta eliminare i cookie di questo sito.'
  },
  more: {
    nothingLost: 'Non hai perso nulla di ciò che hai fatto.',
    sendAgain: 'L’invio potrebbe non essere arrivato. Per ripeterlo, torna indietro nel browser.',
    nobody: 'Nessuno ha accesso a questa pagina.',
    noSecondFactor:
      'Questa parte richiede un accesso con un secondo passaggio e il tuo non lo aveva. Ripetere lo stesso accesso non cambierebbe nulla.',
    signedInAs: 'Hai effettuato l’accesso come {name}.'
  },
  ways: {
    retry: 'Riprova',
    start: 'Vai alla pagina iniziale',
    signIn: 'Accedi',
    signOut: 'Esci',
    otherAccount: 'Usa un altro account',
    switchAccount: 'Cambia account',
    otherWay: 'Accedi in un altro modo',
    addSecondFactor: 'Configura un secondo passaggio'
  }
}
