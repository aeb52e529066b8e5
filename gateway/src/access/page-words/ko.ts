import type { PageWords } from './words.ts'

/** The words in Korean. */
export const ko: PageWords = {
  language: { id: 'ko', direction: 'ltr', reference: '참조 번호' },
  signOut: {
    title: '로그아웃할까요?',
    text: '계속하려면 다시 로그인해야 합니다.',
    submit: '로그아웃',
    stay: '로그인 유지'
  },
  handOver: {
    title: '로그인하는 중',
    text: '로그인되었습니다. {host}에서 계속하세요.',
    submit: '계속'
  },
  notHandedOver: {
    title: '로그인 정보가 전달되지 않았습니다',
    late: '시간이 지났거나 이미 사용되었습니다. 사라진 내용은 없으니 다시 시도하세요.',
    withoutCookies: '브라우저에 이 사이트의 쿠키가 저장되지 않았습니다. 쿠키를 허용한 다음 다시 시도하세요.',
    retry: '다시 시도'
  },
  keepForm: {
    title: '이 양식을 보내려면 로그인하세요',
    text: '작성한 내용을 보내려면 먼저 로그인해야 합니다.',
    lost: '이 브라우저에는 보관할 수 없습니다. 로그인한 후 양식을 다시 작성해 주세요.',
    kept: '이 탭에 보관되어 있습니다. 로그인하면 보내기 전에 확인을 요청합니다.',
    signIn: '로그인'
  },
  sendForm: {
    title: '양식 보내기',
    none: '이 탭에는 보낼 양식이 없습니다.',
    offer: '로그인하기 전에 작성한 내용을 보내려면 ‘보내기’를 누르세요.',
    others:
      '이 양식을 작성할 때 다른 계정으로 로그인되어 있었습니다. 현재 계정으로 보내려는 경우에만 ‘보내기’를 누르세요.',
    send: '보내기',
    back: '계속'
  },
  shownForm: { goesTo: '보낼 주소: {address}', hidden: '(표시하지 않음)', more: '외 {count}개' },
  refusal: {
    disabled: '사용 중지된 계정',
    noAccess: '접근 권한 없음',
    notFound: '페이지를 찾을 수 없음',
    again: '다시 시도하세요',
    providerAway: '지금은 로그인할 수 없습니다',
    tooMany: '시도 횟수가 너무 많습니다',
    busy: '애플리케이션이 사용 중입니다',
    silent: '애플리케이션이 응답하지 않습니다',
    failed: '문제가 발생했습니다',
    refused: '요청을 처리하지 못했습니다',
    secondFactor: '2단계 인증이 필요합니다'
  },
  because: {
    USER_DISABLED: '사용이 중지된 계정입니다.',
    FORBIDDEN: '이 페이지에 접근할 권한이 없는 계정입니다.',
    ORIGIN_MISMATCH: '다른 사이트에서 온 요청입니다.',
    RATE_LIMITED: '잠시 후 다시 시도하세요.',
    NOT_FOUND: '이 주소에는 아무것도 없습니다.',
    UNKNOWN_HOST: '이 주소에는 애플리케이션이 없습니다.',
    PROVIDER_UNAVAILABLE: '지금은 로그인 서비스에 연결할 수 없습니다. 잠시 후 다시 시도하세요.',
    VERDICT_CHANGED: '그사이 응답이 변경되었습니다. 다시 시도하세요.',
    UPSTREAM_UNREACHABLE: '지금은 애플리케이션에 연결할 수 없습니다.',
    UPSTREAM_BUSY: '지금은 애플리케이션이 사용 중입니다. 잠시 후 다시 시도하세요.',
    UPSTREAM_TIMEOUT: '애플리케이션이 제때 응답하지 않았습니다.',
    INTERNAL_ERROR: '저희 쪽에서 문제가 발생했습니다.',
    SIGN_IN_METHOD_NOT_ALLOWED: '여기에서는 이 로그인 방법을 사용할 수 없습니다. 다른 방법으로 로그인하세요.',
    EMAIL_UNVERIFIED: '아직 이메일이 인증되지 않았습니다.',
    SECOND_FACTOR_REQUIRED: '이 계정은 2단계 인증이 필요합니다.',
    STEP_UP_REQUIRED: '이 페이지를 보려면 본인 확인이 필요합니다. 계속하려면 다시 로그인하세요.',
    TENANT_MISMATCH: '다른 조직의 계정만 이용할 수 있는 페이지입니다. 해당 조직의 계정으로 로그인하세요.',
    NO_SERVICE_ACCOUNT:
      '여기에서는 모든 기기에서 로그아웃할 수 없습니다. 이 브라우저에서는 로그아웃할 수 있습니다.'
  },
  inGeneral: {
    signIn: '로그인이 더 이상 유효하지 않습니다. 다시 로그인하세요.',
    request: '주소나 양식이 완전하지 않습니다.',
    slow: '전송에 시간이 너무 오래 걸렸습니다.',
    large: '브라우저가 보낸 데이터가 너무 큽니다.',
    head: '브라우저가 보낸 쿠키가 너무 많거나 주소가 너무 깁니다. 이 사이트의 쿠키를 삭제하면 대부분 해결됩니다.'
  },
  more: {
    nothingLost: '지금까지 한 작업은 사라지지 않았습니다.',
    sendAgain: '보낸 내용이 도착하지 않았을 수 있습니다. 다시 보내려면 브라우저에서 뒤로 가세요.',
    nobody: '이 페이지에는 아무도 접근할 수 없습니다.',
    noSecondFactor:
      '이 부분을 이용하려면 2단계 인증으로 로그인해야 하지만 이번 로그인에는 2단계 인증이 없었습니다. 같은 방법으로 다시 로그인해도 달라지지 않습니다.',
    signedInAs: '{name} 계정으로 로그인되어 있습니다.'
  },
  ways: {
    retry: '다시 시도',
    start: '시작 페이지로 이동',
    signIn: '로그인',
    signOut: '로그아웃',
    otherAccount: '다른 계정 사용',
    switchAccount: '계정 전환',
    otherWay: '다른 방법으로 로그인',
    addSecondFactor: '2단계 인증 설정'
  }
}
