import { createContext } from 'react'

/** True below a form: an error there is the answer to what was just submitted. */
export const InForm = createContext(false)
