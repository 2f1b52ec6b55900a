/** Badge of the dashboard, as the specification has it. It is with the header, which needs no other word of the copilot. */
export const COPILOT_ACTIVE = 'AI Copilot Active'
