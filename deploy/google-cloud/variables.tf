variable "project_id" {
  type        = string
  description = "Project of both services and of Identity Platform."
}

variable "region" {
  type        = string
  description = "Region of both services, such as europe-west1."
}

variable "name" {
  type        = string
  default     = "gatehouse"
  description = "Name of the gateway's service, and prefix of everything else."

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{2,20}$", var.name))
    error_message = "Lower-case letters, digits and hyphens, 3 to 21 of them: service accounts have at most 30 characters."
  }
}

variable "public_url" {
  type        = string
  description = "Where visitors find the site: https://app.example.com, the site of Firebase Hosting, or the service's own URL."
}

variable "image" {
  type        = string
  description = "Image of the gateway, in a registry that Cloud Run can read."
}

variable "application_image" {
  type        = string
  description = "Image of the application, which only the gateway may call."
}

variable "application_port" {
  type        = number
  default     = 8080
  description = "Port on which the application listens; its container gets it as PORT."
}

variable "application_is_internal" {
  type        = bool
  default     = false
  description = "Also refuse calls to the application from outside the network. All traffic of the gateway then goes through the network. Without it, IAM alone refuses everyone but the gateway."
}

variable "api_key" {
  type        = string
  description = "Web API key of the project. Every visitor's browser gets it; it is no secret."
}

variable "signature_keys_secret" {
  type        = string
  description = "Id of an existing secret with the cookie signature keys, one a line. The keys themselves never reach Terraform's state."
}

variable "is_behind_hosting" {
  type        = bool
  default     = false
  description = "Whether Firebase Hosting is in front, which passes on a single cookie."
}

variable "domain" {
  type        = string
  default     = null
  description = "Domain to map to the gateway, verified before. Null: none, as with Firebase Hosting or a load balancer."
}

variable "trusted_proxies" {
  type        = list(string)
  default     = ["169.254.0.0/16"]
  description = "Networks of the proxies in front of the container. `gatehouse doctor` (PUBLIC_URL) says if one is missing."
}

variable "min_instances" {
  type        = number
  default     = 0
  description = "Instances of the gateway that are kept without requests. 0: the first visitor waits for a start."
}

variable "max_instances" {
  type        = number
  default     = 1
  description = "Most instances of the gateway. Above 1, a store is created that they share."
}

variable "concurrency" {
  type        = number
  default     = 250
  description = "Most requests at a time in one instance; open WebSockets and event streams count."
}

variable "is_cpu_always_allocated" {
  type        = bool
  default     = false
  description = "Whether the processor is kept between requests. The gateway does not need it."
}

variable "environment" {
  type        = map(string)
  default     = {}
  description = "More variables of the gateway, such as GATEHOUSE_ACCESS_RULES, in place of those of this module. No secrets."
}

variable "deletion_protection" {
  type        = bool
  default     = true
  description = "Whether Terraform refuses to delete the services."
}
