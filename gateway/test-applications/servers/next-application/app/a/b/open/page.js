export default function Page() {
  return <p>PUBLIC open</p>
}
