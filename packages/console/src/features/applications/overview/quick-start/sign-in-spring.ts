import { type Example, quotedList } from "./example.ts";

/** Spring Security knows no EdDSA. */
export const isSignedForSpring = ({ idTokenAlgorithm }: Example): boolean => idTokenAlgorithm !== "EdDSA";

/** A web application with Spring Boot. Spring Security verifies the ID token, with RS256 unless it is told otherwise. */
export function signInSpring(example: Example): string {
  const { clientId, endpoints, scope, redirectUri, secretVariable, inHeader, idTokenAlgorithm } = example;
  const { pathname, port } = new URL(redirectUri);
  const isUsual = idTokenAlgorithm === "RS256";
  return `// start.spring.io: Spring Web, OAuth2 Client. Save as src/main/java/example/Shop.java
${port === "" ? "" : `// Run: mvn spring-boot:run -Dspring-boot.run.arguments=--server.port=${port}\n`}package example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
${isUsual ? "" : "import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;\n"}import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
${isUsual ? "" : "import org.springframework.security.oauth2.client.registration.ClientRegistration;\n"}import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
${isUsual ? "" : "import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;\nimport org.springframework.security.oauth2.jwt.JwtDecoderFactory;\n"}import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Shop {
  public static void main(String[] arguments) {
    SpringApplication.run(Shop.class, arguments);
  }

  @GetMapping("/me")
  Map<String, Object> me(
      @AuthenticationPrincipal OidcUser user,
      @RegisteredOAuth2AuthorizedClient("licet") OAuth2AuthorizedClient client) {
    return Map.of("user", user.getClaims(), "scope", client.getAccessToken().getScopes());
  }

  @Bean
  ClientRegistrationRepository registrations() {
    return new InMemoryClientRegistrationRepository(
        ClientRegistrations.fromIssuerLocation("${endpoints.issuer}")
            .registrationId("licet")
            .clientId("${clientId}")
            .clientSecret(System.getenv("${secretVariable}"))
            .clientAuthenticationMethod(ClientAuthenticationMethod.${inHeader ? "CLIENT_SECRET_BASIC" : "CLIENT_SECRET_POST"})
            .redirectUri("${redirectUri}")
            .scope(${quotedList(scope)})
            .build());
  }

  /** POST /logout ends the session here and at Licet. */
  @Bean
  SecurityFilterChain signIn(HttpSecurity http, ClientRegistrationRepository registrations) throws Exception {
    var atLicet = new OidcClientInitiatedLogoutSuccessHandler(registrations);${logoutAddressOf(example)}
    return http
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .oauth2Login(login -> login.redirectionEndpoint(endpoint -> endpoint.baseUri("${pathname}")))
        .logout(logout -> logout.logoutSuccessHandler(atLicet))
        .build();
  }${isUsual ? "" : decoderOf(idTokenAlgorithm)}
}`;
}

const logoutAddressOf = ({ postLogoutRedirectUri }: Example): string =>
  postLogoutRedirectUri === undefined
    ? ""
    : `\n    atLicet.setPostLogoutRedirectUri("${postLogoutRedirectUri}");`;

const decoderOf = (algorithm: string): string => `

  @Bean
  JwtDecoderFactory<ClientRegistration> idTokens() {
    var decoders = new OidcIdTokenDecoderFactory();
    decoders.setJwsAlgorithmResolver(registration -> SignatureAlgorithm.${algorithm});
    return decoders;
  }`;
