import type { ResourceServer } from "./resource-server.ts";

/** Spring Security verifies neither EdDSA nor, by itself, access tokens as RFC 9068 §4 has them. */
export const isVerifiedBySpring = ({ algorithm }: ResourceServer): boolean => algorithm !== "EdDSA";

/** A resource server whose decoder applies RFC 9068 §4; Spring Security refuses as RFC 6750 §3 has it. */
export const protectSpring = ({
  issuer,
  audience,
  algorithm,
  tokenType,
  permission,
}: ResourceServer): string => `// start.spring.io: Spring Web, OAuth2 Resource Server. Save as src/main/java/example/Api.java
package example;

${tokenType === "JWT" ? "import java.util.List;\n" : ""}import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
${tokenType === "JWT" ? "import org.springframework.security.oauth2.jwt.JwtTypeValidator;\n" : ""}import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Api {
  public static void main(String[] arguments) {
    SpringApplication.run(Api.class, arguments);
  }

  @GetMapping("/")
  Map<String, String> read(@AuthenticationPrincipal Jwt token) {
    return Map.of("caller", token.getSubject());
  }

  @Bean
  SecurityFilterChain protect(HttpSecurity http) throws Exception {
    return http
        .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_${permission}"))
        .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
        .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .build();
  }

  /** Boot's own decoder takes RS256 and the typ JWT alone. */
  @Bean
  JwtDecoder accessTokens() {
    var decoder = NimbusJwtDecoder.withJwkSetUri("${issuer}/oidc/jwks")
        .jwsAlgorithm(SignatureAlgorithm.${algorithm})
        .validateType(false) // the next lines do
        .build();
    decoder.setJwtValidator(JwtValidators.createAtJwtValidator()
        .issuer("${issuer}")
        .audience("${audience}")${tokenType === "JWT" ? SPRING_TYPE : ""}
        .build());
    return decoder;
  }
}`;

const SPRING_TYPE = `
        .validators(all -> all.put("typ", new JwtTypeValidator(List.of("JWT", "at+jwt"))))`;
