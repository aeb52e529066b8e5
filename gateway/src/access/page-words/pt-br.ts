import type { PageWords } from './words.ts'

/** The words in Portuguese as in Brazil. */
export const ptBr: PageWords = {
  language: { id: 'pt-BR', direction: 'ltr', reference: 'Referência' },
  signOut: {
    title: 'Sair?',
    text: 'Para continuar, você terá que entrar novamente.',
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
    late: 'Era tarde demais ou ele já tinha sido usado. Nada se perdeu: tente novamente.',
    withoutCookies: 'O navegador não guardou os cookies deste site. Permita-os e tente novamente.',
    retry: 'Tentar novamente'
  },
  keepForm: {
    title: 'Entre para enviar este formulário',
    text: 'Você precisa entrar antes que o que preencheu possa ser enviado.',
    lost: 'Este navegador não consegue guardá-lo: depois de entrar, preencha o formulário novamente.',
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
    again: 'Tente novamente',
    providerAway: 'O acesso está temporariamente indisponível',
    busy: 'O aplicativo está sobrecarregado',
    silent: 'O aplicativo não responde',
    failed: 'Algo deu errado',
    refused: 'Não funcionou',
    secondFactor: 'É necessário um segundo fator'
  },
  because: {
    USER_DISABLED: 'Esta conta está desativada.',
    FORBIDDEN: 'Sua conta não tem acesso a esta página.',
    ORIGIN_MISMATCH: 'A solicitação veio de outro site.',
    RATE_LIMITED: 'Solicitações demais. Aguarde um momento.',
    NOT_FOUND: 'Não há nada neste endereço.',
    UNKNOWN_HOST: 'Não há nenhum aplicativo neste host.',
    PROVIDER_UNAVAILABLE: 'O serviço de acesso está inacessível no momento. Tente novamente em instantes.',
    VERDICT_CHANGED: 'A resposta mudou nesse meio-tempo. Tente novamente.',
    UPSTREAM_UNREACHABLE: 'O aplicativo está inacessível no momento.',
    UPSTREAM_BUSY: 'O aplicativo está sobrecarregado no momento. Tente novamente em instantes.',
    UPSTREAM_TIMEOUT: 'O aplicativo demorou demais para responder.',
    INTERNAL_ERROR: 'Algo deu errado do nosso lado.'
  },
  more: {
    nothingLost: 'Nada do que você fez se perdeu. Tente novamente em instantes.',
    nobody: 'Ninguém tem acesso a esta página.',
    noSecondFactor:
      'Esta parte exige um acesso com um segundo fator, e o seu não teve nenhum. Repetir o mesmo acesso não mudaria isso.',
    signedInAs: 'Você entrou como {name}.'
  },
  ways: {
    retry: 'Tentar novamente',
    start: 'Ir para a página inicial',
    help: 'Obter ajuda',
    signIn: 'Entrar',
    signOut: 'Sair',
    otherAccount: 'Usar outra conta',
    switchAccount: 'Trocar de conta',
    otherWay: 'Entrar de outra forma',
    addSecondFactor: 'Configurar um segundo fator'
  }
}
