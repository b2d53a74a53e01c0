// Calls Licet with the client that oapi-codegen made of its OpenAPI document.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"example.test/licet-client/licet"
)

type scene struct {
	Issuer  string `json:"issuer"`
	Machine struct {
		ClientID     string `json:"client_id"`
		ClientSecret string `json:"client_secret"`
	} `json:"machine"`
}

func main() {
	var here scene
	must(json.Unmarshal([]byte(os.Getenv("CLIENT_TEST_SCENE")), &here))
	token := getToken(here)
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := licet.NewClientWithResponses(here.Issuer, licet.WithRequestEditorFn(bearer))
	must(err)
	askForPermissions(client)
	readRoles(client)
}

func getToken(here scene) string {
	response, err := http.PostForm(here.Issuer+"/oidc/token", url.Values{
		"grant_type":    {"client_credentials"},
		"scope":         {"licet:check licet:roles.read"},
		"client_id":     {here.Machine.ClientID},
		"client_secret": {here.Machine.ClientSecret},
	})
	must(err)
	defer response.Body.Close()
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	must(json.NewDecoder(response.Body).Decode(&answer))
	return answer.AccessToken
}

func askForPermissions(client *licet.ClientWithResponses) {
	for permission, allowed := range map[string]bool{"orders:read": true, "orders:delete": false} {
		question := licet.CheckRequest{Permission: permission}
		must(question.Subject.FromSubjectName("user:alice"))
		answer, err := client.CheckWithResponse(context.Background(), question)
		must(err)
		expect(answer.JSON200 != nil, string(answer.Body))
		expect(answer.JSON200.Allowed == allowed, permission)
	}
	fmt.Println("tried: check, allowed and denied")
}

func readRoles(client *licet.ClientWithResponses) {
	role, err := client.GetRoleWithResponse(context.Background(), "viewer")
	must(err)
	expect(role.JSON200 != nil, string(role.Body))
	expect(role.JSON200.Description != nil && *role.JSON200.Description == "Sees orders", "description")
	page, err := client.ListRolesWithResponse(context.Background(), &licet.ListRolesParams{})
	must(err)
	expect(page.JSON200 != nil && len(page.JSON200.Items) > 0, string(page.Body))
	fmt.Println("tried: getRole and listRoles")

	missing, err := client.GetRoleWithResponse(context.Background(), "nobody")
	must(err)
	expect(missing.ApplicationproblemJSON404 != nil, string(missing.Body))
	fmt.Println("tried: a problem as a typed answer")
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(isSo bool, what string) {
	if !isSo {
		panic("error: unexpected " + what)
	}
}
