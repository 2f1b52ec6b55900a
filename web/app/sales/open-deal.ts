import { useSearchParams } from 'react-router'

const OPENED = 'deal'

/** Which deal is open beside the page; it is in the address. */
export function useOpenDeal(): { id: string | null; open: (id: string | null) => void } {
  const [parameters, setParameters] = useSearchParams()
  const open = (id: string | null) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (id === null) next.delete(OPENED)
      else next.set(OPENED, id)
      return next
    })
  return { id: parameters.get(OPENED), open }
}
