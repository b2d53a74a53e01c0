/** The variables that the engine offers to a condition. */
export const CONDITION_VARIABLES = [
  { name: "subject.attributes", type: "map", about: "subjectAttributes" },
  { name: "subject.name", type: "string", about: "subjectName" },
  { name: "subject.email", type: "string", about: "subjectEmail" },
  { name: "subject.id", type: "string", about: "subjectId" },
  { name: "subject.type", type: "string", about: "subjectType" },
  { name: "resource.attributes", type: "map", about: "resourceAttributes" },
  { name: "resource.id", type: "string", about: "resourceId" },
  { name: "resource.type", type: "string", about: "resourceType" },
  { name: "action.name", type: "string", about: "actionName" },
  { name: "client.id", type: "string", about: "clientId" },
  { name: "client.application", type: "string", about: "clientApplication" },
  { name: "client.type", type: "string", about: "clientType" },
  { name: "client.name", type: "string", about: "clientName" },
  { name: "request.ip", type: "string", about: "requestIp" },
  { name: "request.time", type: "timestamp", about: "requestTime" },
  { name: "request.grant_type", type: "string", about: "requestGrantType" },
  { name: "request.acr", type: "string", about: "requestAcr" },
  { name: "request.amr", type: "list(string)", about: "requestAmr" },
  { name: "request.auth_time", type: "timestamp", about: "requestAuthTime" },
  { name: "request.context", type: "map", about: "requestContext" },
] as const;

export const CONDITION_EXAMPLES = [
  { name: "department", source: 'subject.attributes.department == "sales"' },
  { name: "owner", source: "resource.attributes.owner == subject.name" },
  {
    name: "hours",
    source: 'request.time.getHours("Europe/Berlin") >= 8 && request.time.getHours("Europe/Berlin") < 18',
  },
  { name: "network", source: 'request.ip.inNetwork("10.0.0.0/8")' },
  { name: "secondFactor", source: '"otp" in request.amr' },
  { name: "amount", source: "request.context.amount <= 500" },
] as const;
