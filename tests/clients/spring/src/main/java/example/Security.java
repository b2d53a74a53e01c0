package example;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class Security {
  /** A resource server as Boot configures it: the resource needs `access_token_type: JWT` and RS256. */
  @Bean
  @Order(1)
  SecurityFilterChain legacy(HttpSecurity http) throws Exception {
    http.securityMatcher("/legacy")
        .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_legacy:read"))
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()));
    return http.build();
  }

  /** A resource server that checks access tokens as RFC 9068 §4 says, `typ` included. */
  @Bean
  @Order(2)
  SecurityFilterChain orders(
      HttpSecurity http,
      @Value("${licet.issuer}") String issuer,
      @Value("${licet.orders.audience}") String audience,
      @Value("${licet.orders.caller}") String caller)
      throws Exception {
    http.securityMatcher("/orders")
        .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_orders:read"))
        .oauth2ResourceServer(
            server -> server.jwt(jwt -> jwt.decoder(verifier(issuer, audience, caller))));
    return http.build();
  }

  private static JwtDecoder verifier(String issuer, String audience, String caller) {
    NimbusJwtDecoder decoder =
        NimbusJwtDecoder.withIssuerLocation(issuer)
            .jwsAlgorithm(SignatureAlgorithm.ES256)
            .validateType(false)
            .build();
    decoder.setJwtValidator(
        JwtValidators.createAtJwtValidator()
            .issuer(issuer)
            .audience(audience)
            .clientId(caller)
            .build());
    return decoder;
  }

  @Bean
  @Order(3)
  SecurityFilterChain pages(HttpSecurity http, ClientRegistrationRepository registrations)
      throws Exception {
    var toLicet = new OidcClientInitiatedLogoutSuccessHandler(registrations);
    toLicet.setPostLogoutRedirectUri("{baseUrl}/goodbye");
    http.authorizeHttpRequests(
            requests -> requests.requestMatchers("/goodbye").permitAll().anyRequest().authenticated())
        .csrf(csrf -> csrf.disable())
        .oauth2Login(Customizer.withDefaults())
        .logout(logout -> logout.logoutSuccessHandler(toLicet));
    return http.build();
  }
}
