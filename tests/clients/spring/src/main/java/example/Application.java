package example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Application {
  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }

  @GetMapping("/me")
  Map<String, Object> me(
      @AuthenticationPrincipal OidcUser user,
      @RegisteredOAuth2AuthorizedClient("licet") OAuth2AuthorizedClient client) {
    return Map.of(
        "sub", user.getSubject(),
        "name", String.valueOf(user.getIdToken().getFullName()),
        "email", String.valueOf(user.getIdToken().getEmail()),
        "scopes", client.getAccessToken().getScopes());
  }

  @GetMapping(path = "/sign-out", produces = MediaType.TEXT_HTML_VALUE)
  String signOut() {
    return "<form method=post action=/logout><button id=sign-out>Sign out</button></form>";
  }

  @GetMapping(path = "/goodbye", produces = MediaType.TEXT_PLAIN_VALUE)
  String goodbye() {
    return "Signed out";
  }

  @GetMapping({"/legacy", "/orders"})
  Map<String, Object> resource(@AuthenticationPrincipal Jwt token) {
    return Map.of("sub", token.getSubject(), "scope", token.getClaimAsString("scope"));
  }
}
