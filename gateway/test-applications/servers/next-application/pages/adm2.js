export function getServerSideProps() {
  return { props: { text: 'PROTECTED-adm2' } }
}

export default function Page({ text }) {
  return <p>{text}</p>
}
