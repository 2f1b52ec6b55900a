export type AuditCategory = 'auth' | 'data_access' | 'config_change' | 'security_incident'
export type Risk = 'low' | 'medium' | 'high' | 'critical'
