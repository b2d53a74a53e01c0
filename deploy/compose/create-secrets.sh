#!/bin/sh
# Makes the secrets of compose.yaml in the folder ./secrets, or in the one that is named. Nothing is overwritten.
set -eu

folder=${1:-"$(dirname "$0")/secrets"}
if [ -e "$folder" ]; then
  echo "create-secrets: $folder exists already, and nothing was changed; remove it only if no database uses it" >&2
  exit 1
fi

random() {
  # 48 bytes without the characters that have a meaning in a URL.
  head -c 48 /dev/urandom | base64 | tr -d '\n' | tr '+/' '-_'
}

# Only the owner enters the folder. The files can be read by all, because the users in the containers have other numbers.
umask 022
mkdir -m 0700 "$folder"
password=$(random)
printf '%s\n' "$password" > "$folder/postgres_password"
printf 'postgres://licet:%s@postgres:5432/licet\n' "$password" > "$folder/database_url"
random > "$folder/licet_secret"
random > "$folder/admin_password"
echo "The secrets are in $folder. Keep a copy of licet_secret apart from the backups of the database."
