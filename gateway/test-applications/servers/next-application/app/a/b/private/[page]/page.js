export default function Page() {
  return <p>PROTECTED-private</p>
}
