/** The paths of the Authorization API 1.0 §10.1. Routes and metadata read the same table. */
export const AUTHZEN_PATHS = {
  access_evaluation_endpoint: "/access/v1/evaluation",
  access_evaluations_endpoint: "/access/v1/evaluations",
  search_subject_endpoint: "/access/v1/search/subject",
  search_resource_endpoint: "/access/v1/search/resource",
  search_action_endpoint: "/access/v1/search/action",
} as const;

export const METADATA_PATH = "/.well-known/authzen-configuration";
