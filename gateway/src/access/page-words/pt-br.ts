import type { PageWords } from './words.ts'

/** The words in Portuguese as in Brazil. */
export const ptBr: PageWords = {
  language: { id: 'pt-BR', direction: 'ltr', reference: 'Referência' },
  signOut: {
    title: 'Sair?',
    text: 'Para continuar, você terá que entrar de novo.',
    submit: 'Sair',
    stay: 'Continuar conectado'
  },
  handOver: {
    title: 'Entrando',
    text: 'Você entrou. Continue para {host}.',
    submit: 'Continuar'
  },
  notHandedOver: {
    title: 'Este acesso não foi repassado',
    late: 'Era tarde demais ou ele já tinha sido usado. Nada se perdeu: tente de novo.',
    withoutCookies: 'O navegador não guardou os cookies deste site. Permita-os e tente de novo.',
    retry: 'Tentar de novo'
  },
  keepForm: {
    title: 'Entre para enviar este formulário',
    text: 'Você precisa entrar antes que o que preencheu possa ser enviado.',
    lost: 'Este navegador não consegue guardá-lo: depois de entrar, preencha o formulário de novo.',
    kept: 'Ele fica guardado nesta aba. Depois de entrar, você confirma antes do envio.',
    signIn: 'Entrar'
  },
  sendForm: {
    title: 'Enviar o formulário',
    none: 'Esta aba não tem nenhum formulário a ser enviado.',
    offer: 'Pressione “Enviar” para enviar o que você preencheu antes de entrar.',
    others:
      'Este formulário foi preenchido com outra conta conectada. Pressione “Enviar” somente se a sua deve enviá-lo.',
    send: 'Enviar',
    back: 'Continuar'
  },
  shownForm: { goesTo: 'Vai para {address}:', hidden: '(não exibido)', more: 'e mais {count}' },
  refusal: {
    disabled: 'Conta desativada',
    noAccess: 'Sem acesso',
    notFound: 'Não encontrado',
    again: 'Tente de novo',
    providerAway: 'O acesso está temporariamente indisponível',
    tooMany: 'Muitas tentativas',
    busy: 'O aplicativo está sobrecarregado',
    silent: 'O aplicativo não responde',
    failed: 'Algo deu errado',
    refused: 'Não funcionou',
    secondFactor: 'É necessária uma segunda etapa'
  },
  because: {
    USER_DISABLED: 'Esta conta está desativada.',
    FORBIDDEN: 'Sua conta não tem acesso a esta página.',
    ORIGIN_MISMATCH: 'A solicitação veio de outro site.',
    RATE_LIMITED: 'Espere um momento e depois tente de novo.',
    NOT_FOUND: 'Não há nada neste endereço.',
    UNKNOWN_HOST: 'Não há nenhum aplicativo neste endereço.',
    PROVIDER_UNAVAILABLE: 'O serviço de acesso está inacessível no momento. Tente de novo em instantes.',
    VERDICT_CHANGED: 'A resposta mudou nesse meio-tempo. Tente de novo.',
    UPSTREAM_UNREACHABLE: 'O aplicativo está inacessível no momento.',
    UPSTREAM_BUSY: 'O aplicativo está sobrecarregado no momento. Tente de novo em instantes.',
    UPSTREAM_TIMEOUT: 'O aplicativo demorou demais para responder.',
    INTERNAL_ERROR: 'Algo deu errado do nosso lado.',
    SIGN_IN_METHOD_NOT_ALLOWED: 'Esta forma de entrar não está disponível aqui. Entre de outra forma.',
    EMAIL_UNVERIFIED: 'Seu e-mail ainda não está confirmado.',
    SECOND_FACTOR_REQUIRED: 'Esta conta precisa de uma segunda etapa.',
    STEP_UP_REQUIRED: 'Para abrir esta página, confirme que é você. Entre de novo para continuar.',
    TENANT_MISMATCH: 'Esta parte é para contas de outra organização. Entre com uma delas.',
    NO_SERVICE_ACCOUNT: 'Aqui não é possível sair de todos os dispositivos. Você pode sair neste navegador.'
  },
  inGeneral: {
    signIn: 'Seu login não é mais válido. Entre de novo.',
    request: 'O endereço ou o formulário está incompleto.',
    slow: 'O envio demorou demais.',
    large: 'O que o navegador enviou é grande demais.',
    head: 'O navegador enviou cookies demais, ou o endereço é longo demais. Em geral, basta apagar os cookies deste site.'
  },
  more: {
    nothingLost: 'Nada do que você fez se perdeu.',
    sendAgain: 'O envio pode não ter chegado. Para enviar de novo, volte no navegador.',
    nobody: 'Ninguém tem acesso a esta página.',
    noSecondFactor:
      'Esta parte exige um acesso com uma segunda etapa, e o seu não teve nenhuma. Repetir o mesmo acesso não mudaria isso.',
    signedInAs: 'Você entrou como {name}.'
  },
  ways: {
    retry: 'Tentar de novo',
    start: 'Ir para a página inicial',
    signIn: 'Entrar',
    signOut: 'Sair',
    otherAccount: 'Usar outra conta',
    switchAccount: 'Trocar de conta',
    otherWay: 'Entrar de outra forma',
    addSecondFactor: 'Configurar uma segunda etapa'
  }
}
